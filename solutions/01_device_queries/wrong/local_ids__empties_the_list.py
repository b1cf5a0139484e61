"""Takes the devices out of the caller's list."""
# caught-by: test_takes_the_list_as_it_is
# says: caller; read it
# keeps: 9

def local_ids(devices, process_index):
    ids = []
    while devices:
        d = devices.pop(0)
        if d.process_index == process_index:
            ids.append(d.id)
    return ids
