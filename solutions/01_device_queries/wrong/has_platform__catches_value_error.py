"""Catches another exception than the one that comes."""
# caught-by: test_tells_present_from_absent, test_takes_names_as_jax_devices_does
# says: raised RuntimeError; catch it
# keeps: 5

import jax


def has_platform(name):
    try:
        return len(jax.devices(name)) > 0
    except ValueError:
        return False
