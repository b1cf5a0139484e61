"""Gives the lists and does not count them."""
# caught-by: test_counts_over_all_processes, test_counts_in_this_process
# says: list; count
# keeps: 4

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "device_count": jax.devices(),
        "local_device_count": jax.local_devices(),
    }
