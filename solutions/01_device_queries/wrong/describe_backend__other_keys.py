"""Names the keys its own way."""
# caught-by: test_returns_the_three_keys, test_counts_over_all_processes, test_counts_in_this_process
# says: no "device_count"; spell
# keeps: 3

import jax


def describe_backend():
    return {
        "backend": jax.default_backend(),
        "devices": jax.device_count(),
        "local_devices": jax.local_device_count(),
    }
