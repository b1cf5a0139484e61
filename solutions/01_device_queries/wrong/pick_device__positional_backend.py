"""Passes the platform where the process belongs."""
# caught-by: test_takes_a_device_of_this_process
# says: TypeError; backend=
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {preferences}")
