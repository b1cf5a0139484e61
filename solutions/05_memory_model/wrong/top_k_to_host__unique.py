"""Counts repeated values once."""
# caught-by: test_takes_every_k_from_0_to_n
# says: k = n
# keeps: 8

import jax
import jax.numpy as jnp


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    return jax.device_get(jnp.unique(x)[::-1][:k])
