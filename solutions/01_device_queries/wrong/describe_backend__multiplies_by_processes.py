"""Assumes that every process has as many devices as this one."""
# caught-by: test_counts_over_all_processes
# says: jax.device_count()
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": jax.local_device_count() * jax.process_count(),
        "local_device_count": jax.local_device_count(),
    }
