"""Sorts the devices, which have no order."""
# caught-by: test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them
# says: TypeError; no order; ids
# keeps: 3

def device_ids(x):
    return [device.id for device in sorted(x.devices())]
