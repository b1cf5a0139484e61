"""Asks once, when the cell runs, and returns that for ever."""
# caught-by: test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: each time
# keeps: 1

import jax

DESCRIPTION = {
    "backend": jax.default_backend(),
    "device_count": jax.device_count(),
    "local_device_count": jax.local_device_count(),
}


def describe_backend():
    return DESCRIPTION
