"""Counts this process's devices both times."""
# caught-by: test_counts_over_all_processes
# says: this process only; all processes
# keeps: 7

import jax


def describe_backend():
    n = jax.local_device_count()
    return {"backend": jax.default_backend(), "device_count": n, "local_device_count": n}
