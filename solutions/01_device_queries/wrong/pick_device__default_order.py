"""Goes through the devices and asks whether each is among the preferences."""
# caught-by: test_takes_the_first_platform_that_is_there
# says: order of the preferences
# keeps: 7

import jax


def pick_device(preferences):
    for device in jax.local_devices() + jax.local_devices(backend="cpu"):
        if device.platform in preferences:
            return device
    raise ValueError(f"no device for any of {preferences}")
