"""Looks at the first device, which an empty list has not."""
# caught-by: test_no_such_device_gives_an_empty_list
# says: an empty list; IndexError
# keeps: 8

def local_ids(devices, process_index):
    platform = devices[0].platform
    return [d.id for d in devices if d.process_index == process_index]
