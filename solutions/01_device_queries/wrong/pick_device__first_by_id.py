"""Takes the device with id 0 for its own."""
# caught-by: test_takes_a_device_of_this_process
# says: raised ValueError
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            for device in jax.local_devices(backend=name):
                if device.id == 0:
                    return device
        except RuntimeError:
            continue
    raise ValueError(f"no device for any of {preferences}")
