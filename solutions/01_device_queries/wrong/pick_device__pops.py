"""Takes the names out of the caller's list; a tuple has no pop."""
# caught-by: test_takes_a_device_of_this_process
# says: AttributeError; tuple
# keeps: 7

import jax


def pick_device(preferences):
    wanted = str(preferences)
    while preferences:
        try:
            mine = jax.local_devices(backend=preferences.pop(0))
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {wanted}")
