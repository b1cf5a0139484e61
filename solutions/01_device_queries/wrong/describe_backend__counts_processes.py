"""Takes the number of processes for the number of devices."""
# caught-by: test_counts_over_all_processes
# says: number of processes
# keeps: 7

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": jax.process_count(),
        "local_device_count": jax.local_device_count(),
    }
