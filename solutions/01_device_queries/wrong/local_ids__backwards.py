"""Puts each id before the last one."""
# caught-by: test_keeps_the_order_of_the_list
# says: order
# keeps: 8

def local_ids(devices, process_index):
    ids = []
    for d in devices:
        if d.process_index == process_index:
            ids.insert(0, d.id)
    return ids
