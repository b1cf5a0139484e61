"""Leaves the values on the device."""
# caught-by: test_moves_k_values_in_one_read, test_returns_a_numpy_array
# says: never called
# keeps: 6

import jax


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.lax.top_k(x, k)
    return values
