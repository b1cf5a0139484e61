"""Takes the id of `.device`, which is a sharding for a sharded array."""
# caught-by: test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them
# says: AttributeError; sharding
# keeps: 3

def device_ids(x):
    return [x.device.id]
