"""Shares the devices out evenly in thought."""
# caught-by: test_counts_in_this_process
# says: uneven; ask JAX
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": jax.device_count(),
        "local_device_count": jax.device_count() // jax.process_count(),
    }
