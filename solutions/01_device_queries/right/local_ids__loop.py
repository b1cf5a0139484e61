"""A loop that appends."""

def local_ids(devices, process_index):
    ids = []
    for device in devices:
        if device.process_index != process_index:
            continue
        ids += [device.id]
    return ids
