"""Writes the platform in capitals."""
# caught-by: test_names_the_default_platform
# says: default_backend
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.default_backend().upper(),
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    }
