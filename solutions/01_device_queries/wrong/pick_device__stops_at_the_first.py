"""Gives up at the first platform that is absent."""
# caught-by: test_takes_the_first_platform_that_is_there, test_takes_a_device_of_this_process
# says: ValueError
# keeps: 4

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            break
        if mine:
            return mine[0]
        break
    raise ValueError(f"no device for any of {preferences}")
