"""Fetches x and sorts it on the host."""
# caught-by: test_moves_k_values_in_one_read
# says: All of x; choose on the device
# keeps: 7

import jax
import numpy as np


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    h = jax.device_get(x)
    return np.sort(h)[::-1][:k]
