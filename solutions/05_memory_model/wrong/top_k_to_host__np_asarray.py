"""Reads with np.asarray."""
# caught-by: test_moves_k_values_in_one_read
# says: never called
# keeps: 7

import jax
import numpy as np


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.lax.top_k(x, k)
    return np.asarray(values)
