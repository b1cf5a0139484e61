"""Looks for the platform among the devices of the default one."""
# caught-by: test_sees_beyond_the_default_backend, test_takes_names_as_jax_devices_does
# says: On a GPU machine the CPU; jax.devices()
# keeps: 5

import jax


def has_platform(name):
    return any(d.platform == name for d in jax.devices())
