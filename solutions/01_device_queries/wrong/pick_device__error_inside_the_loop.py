"""Raises as soon as one platform has nothing."""
# caught-by: test_takes_the_first_platform_that_is_there, test_takes_a_device_of_this_process
# says: raised ValueError
# keeps: 4

import jax


def pick_device(preferences):
    if len(preferences) == 0:
        raise ValueError("no preferences given")
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            mine = []
        if mine:
            return mine[0]
        else:
            raise ValueError(f"no device for any of {preferences}")
