"""Counts the cores of the processor."""
# caught-by: test_counts_over_all_processes, test_counts_in_this_process
# says: same on two different machines; ask JAX
# keeps: 4

import os

import jax


def describe_backend():
    return {"backend": jax.default_backend(), "device_count": os.cpu_count(), "local_device_count": os.cpu_count()}
