"""Returns the ids as text."""
# caught-by: test_returns_a_list_of_ints
# says: not ints
# keeps: 8

def local_ids(devices, process_index):
    return [str(d.id) for d in devices if d.process_index == process_index]
