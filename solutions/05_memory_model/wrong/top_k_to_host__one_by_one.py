"""Fetches the k values one by one."""
# caught-by: test_moves_k_values_in_one_read
# says: more than once
# keeps: 7

import jax
import numpy as np


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.lax.top_k(x, k)
    return np.array([jax.device_get(values[i]) for i in range(k)], x.dtype)
