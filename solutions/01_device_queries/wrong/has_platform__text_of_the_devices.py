"""Looks for the name in the text of the default devices."""
# caught-by: test_sees_beyond_the_default_backend, test_takes_names_as_jax_devices_does
# says: jax.devices()
# keeps: 5

import jax


def has_platform(name):
    return name in str(jax.devices())
