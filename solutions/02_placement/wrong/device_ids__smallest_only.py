"""Returns the smallest id alone."""
# caught-by: test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them
# says: pieces on several devices
# keeps: 3

def device_ids(x):
    return [min(device.id for device in x.devices())]
