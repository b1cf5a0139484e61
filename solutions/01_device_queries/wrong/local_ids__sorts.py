"""Sorts the ids."""
# caught-by: test_keeps_the_order_of_the_list
# says: order
# keeps: 8

def local_ids(devices, process_index):
    return sorted(d.id for d in devices if d.process_index == process_index)
