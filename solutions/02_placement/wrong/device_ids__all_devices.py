"""Lists the devices that exist, whether they hold a piece of x or not."""
# caught-by: test_names_the_device_of_an_array_on_one_device, test_names_all_devices_of_a_sharded_array_and_no_other, test_sorts_them
# says: one id; which devices exist
# keeps: 1

import jax


def device_ids(x):
    return sorted(device.id for device in jax.devices())
