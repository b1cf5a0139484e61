"""Believes that everything is on device 0."""
# caught-by: test_names_the_device_of_an_array_on_one_device, test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them
# says: not the device; ask the array
# keeps: 1

def device_ids(x):
    return [0]
