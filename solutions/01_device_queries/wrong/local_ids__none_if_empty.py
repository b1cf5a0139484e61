"""Returns None if there is nothing to return."""
# caught-by: test_no_such_device_gives_an_empty_list
# says: Nothing was returned
# keeps: 8

def local_ids(devices, process_index):
    ids = [d.id for d in devices if d.process_index == process_index]
    if ids:
        return ids
