"""Prints and returns nothing."""
# caught-by: test_returns_the_three_keys, test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: Nothing was returned; return
# keeps: 0

import jax


def describe_backend():
    print({
        "backend": jax.default_backend(),
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    })
