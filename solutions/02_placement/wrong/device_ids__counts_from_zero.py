"""Counts the devices of x and numbers them from 0."""
# caught-by: test_names_the_device_of_an_array_on_one_device, test_sorts_them
# says: not the device; ask the array
# keeps: 4

def device_ids(x):
    return list(range(len(x.devices())))
