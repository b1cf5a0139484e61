"""Takes the platform out of the text of a device, as it looks in JAX 0.10 on a CPU."""
# caught-by: test_names_the_default_platform
# says: default_backend
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": str(jax.devices()[0]).split(":")[0],
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    }
