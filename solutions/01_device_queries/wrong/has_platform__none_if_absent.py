"""Falls off the end if the platform is absent."""
# caught-by: test_tells_present_from_absent, test_takes_names_as_jax_devices_does
# says: None came back; every path
# keeps: 5

import jax


def has_platform(name):
    try:
        if jax.devices(name):
            return True
    except RuntimeError:
        pass
