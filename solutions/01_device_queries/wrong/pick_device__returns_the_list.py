"""Returns all devices of the platform."""
# caught-by: test_takes_the_first_platform_that_is_there, test_takes_a_device_of_this_process
# says: list, not one device
# keeps: 4

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            return mine
    raise ValueError(f"no device for any of {preferences}")
