"""Returns the three values without their names."""
# caught-by: test_returns_the_three_keys, test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: tuple, not a dict
# keeps: 0

import jax


def describe_backend():
    return jax.default_backend(), jax.device_count(), jax.local_device_count()
