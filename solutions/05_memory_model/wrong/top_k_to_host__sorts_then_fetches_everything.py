"""Sorts on the device, fetches everything, and cuts on the host."""
# caught-by: test_moves_k_values_in_one_read
# says: All of x
# keeps: 7

import jax
import jax.numpy as jnp


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    h = jax.device_get(jnp.sort(x, descending=True))
    return h[:k]
