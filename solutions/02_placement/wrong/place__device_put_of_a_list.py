"""Hands whatever comes to device_put, which takes a list for a tree."""
# caught-by: test_makes_one_array_of_jax_dtype, test_without_a_device_host_data_is_uncommitted
# says: list; tree
# keeps: 6

import jax


def place(x, device=None):
    return jax.device_put(x, device)
