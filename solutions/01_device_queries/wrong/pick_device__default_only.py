"""Looks for the platforms among the default devices only."""
# caught-by: test_takes_the_first_platform_that_is_there
# says: order of the preferences
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        for device in jax.local_devices():
            if device.platform == name:
                return device
    raise ValueError(f"no device for any of {preferences}")
