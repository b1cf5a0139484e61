"""Takes a process without devices for an error."""
# caught-by: test_no_such_device_gives_an_empty_list
# says: raised ValueError
# keeps: 8

def local_ids(devices, process_index):
    ids = [d.id for d in devices if d.process_index == process_index]
    if not ids:
        raise ValueError("no such process")
    return ids
