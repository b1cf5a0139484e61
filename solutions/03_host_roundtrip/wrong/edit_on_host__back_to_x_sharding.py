"""Puts the result back where x was, and so commits it."""
# caught-by: test_comes_back_uncommitted_on_the_default_device
# says: committed; by name
# keeps: 8

import jax
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    h[index] = value
    return jax.device_put(h, x.sharding)
