"""Gives the model; on a CPU it reads like the platform."""
# caught-by: test_names_the_default_platform
# says: device_kind; platform
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.devices()[0].device_kind,
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    }
