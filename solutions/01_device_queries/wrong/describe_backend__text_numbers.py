"""Gives the counts as text."""
# caught-by: test_counts_over_all_processes, test_counts_in_this_process
# says: a str, not an int
# keeps: 4

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": f"{jax.device_count()}",
        "local_device_count": f"{jax.local_device_count()}",
    }
