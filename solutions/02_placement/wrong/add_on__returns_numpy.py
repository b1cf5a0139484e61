"""Adds in the right place and then hands back a NumPy array."""
# caught-by: test_the_sum_is_committed_to_the_device
# says: NumPy array
# keeps: 7

import jax
import numpy as np


def add_on(x, y, device):
    x, y = jax.device_put((x, y), device)
    return np.asarray(x + y)
