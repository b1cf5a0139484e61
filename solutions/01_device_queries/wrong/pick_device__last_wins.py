"""Goes on looking after it has found one."""
# caught-by: test_takes_the_first_platform_that_is_there, test_takes_a_device_of_this_process
# says: first platform that is there; no more
# keeps: 4

import jax


def pick_device(preferences):
    found = None
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            found = mine[0]
    if found is None:
        raise ValueError(f"no device for any of {preferences}")
    return found
