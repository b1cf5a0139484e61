"""Expects an empty list for an absent platform."""
# caught-by: test_tells_present_from_absent, test_takes_names_as_jax_devices_does
# says: raised RuntimeError; catch it; return False
# keeps: 5

import jax


def has_platform(name):
    return len(jax.devices(name)) > 0
