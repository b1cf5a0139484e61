"""Forgets to pass the name on."""
# caught-by: test_tells_present_from_absent, test_takes_names_as_jax_devices_does
# says: absent platform is True
# keeps: 5

import jax


def has_platform(name):
    try:
        return len(jax.devices()) > 0
    except RuntimeError:
        return False
