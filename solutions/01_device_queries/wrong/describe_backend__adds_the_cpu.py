"""Counts the CPU's devices beside the GPU's."""
# caught-by: test_counts_over_all_processes
# says: other platforms
# keeps: 7

import jax


def describe_backend():
    devices = set(jax.devices()) | set(jax.devices("cpu"))
    return {
        "backend": jax.default_backend(),
        "device_count": len(devices),
        "local_device_count": jax.local_device_count(),
    }
