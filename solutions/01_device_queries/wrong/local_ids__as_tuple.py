"""Returns a tuple."""
# caught-by: test_returns_a_list_of_ints
# says: tuple, not a list
# keeps: 8

def local_ids(devices, process_index):
    return tuple(d.id for d in devices if d.process_index == process_index)
