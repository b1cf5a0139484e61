"""Asks for a function that JAX no longer has."""
# caught-by: test_returns_the_three_keys, test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: AttributeError; jax.default_backend
# keeps: 0
# applies: jax>=0.9

import jax


def describe_backend():
    return {
        "backend": jax.lib.xla_bridge.get_backend().platform_name,
        "device_count": jax.device_count(),
        "local_device_count": jax.local_device_count(),
    }
