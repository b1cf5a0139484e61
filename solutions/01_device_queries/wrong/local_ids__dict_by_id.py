"""Goes through a dict, where devices of the same id meet."""
# caught-by: test_takes_the_list_as_it_is
# says: same id; dropped
# keeps: 9

def local_ids(devices, process_index):
    by_id = {d.id: d for d in devices if d.process_index == process_index}
    return list(by_id)
