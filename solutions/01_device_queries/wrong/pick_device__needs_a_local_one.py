"""Takes the first local device without asking if there is one."""
# caught-by: test_takes_a_device_of_this_process
# says: IndexError; none in this process
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            return jax.local_devices(backend=name)[0]
        except RuntimeError:
            continue
    raise ValueError(f"no device for any of {preferences}")
