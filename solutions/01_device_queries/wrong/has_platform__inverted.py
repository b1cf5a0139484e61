"""Has the two answers the wrong way round."""
# caught-by: test_tells_present_from_absent, test_sees_beyond_the_default_backend, test_takes_names_as_jax_devices_does
# says: On a machine with GPUs; False
# keeps: 2

import jax


def has_platform(name):
    try:
        jax.devices(name)
    except RuntimeError:
        return True
    return False
