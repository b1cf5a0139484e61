"""Fetches the indices as well."""
# caught-by: test_moves_k_values_in_one_read
# says: indices
# keeps: 7

import jax


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.device_get(jax.lax.top_k(x, k))
    return values
