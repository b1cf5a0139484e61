"""Takes the first of all devices, which belongs to process 0."""
# caught-by: test_takes_a_device_of_this_process
# says: another process; local
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            return jax.devices(name)[0]
        except RuntimeError:
            continue
    raise ValueError(f"no device for any of {preferences}")
