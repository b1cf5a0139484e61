"""Returns the number of devices."""
# caught-by: test_names_the_device_of_an_array_on_one_device, test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them, test_is_a_list_of_plain_ints
# says: not a list
# keeps: 0

def device_ids(x):
    return len(x.devices())
