"""Adds what was not asked for."""
# caught-by: test_returns_the_three_keys
# says: more than the three
# keeps: 9

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
        "process_index": jax.process_index(),
    }
