"""Gives a device where the platform's name is wanted."""
# caught-by: test_names_the_default_platform
# says: device, not a name; default_backend
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.devices()[0],
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    }
