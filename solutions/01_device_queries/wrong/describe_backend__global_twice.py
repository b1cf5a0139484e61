"""Counts all processes' devices both times."""
# caught-by: test_counts_in_this_process
# says: all processes; own
# keeps: 7

import jax


def describe_backend():
    n = len(jax.devices())
    return {"backend": jax.default_backend(), "device_count": n, "local_device_count": n}
