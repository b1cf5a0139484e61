"""Reads an environment variable and asks no device."""
# caught-by: test_tells_present_from_absent, test_sees_beyond_the_default_backend, test_takes_names_as_jax_devices_does, test_lets_an_interrupt_through
# says: On a machine with GPUs
# keeps: 0

import os


def has_platform(name):
    return name in os.environ.get("JAX_PLATFORMS", "").split(",")
