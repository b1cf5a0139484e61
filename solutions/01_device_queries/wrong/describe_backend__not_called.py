"""Forgets the parentheses."""
# caught-by: test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: function, not a str; call it
# keeps: 1

import jax


def describe_backend():
    return {
        "backend": jax.default_backend,
        "device_count": jax.device_count,
        "local_device_count": jax.local_device_count,
    }
