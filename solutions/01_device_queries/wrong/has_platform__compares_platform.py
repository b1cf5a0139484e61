"""Asks by name, then compares the name with the devices' platform."""
# caught-by: test_takes_names_as_jax_devices_does
# says: cuda; ask by name
# keeps: 8

import jax


def has_platform(name):
    try:
        return any(d.platform == name for d in jax.devices(name))
    except RuntimeError:
        return False
