"""Lets NumPy add, which fetches both."""
# caught-by: test_the_sum_is_computed_on_the_device
# says: NumPy; host
# keeps: 7

import jax
import numpy as np


def add_on(x, y, device):
    return jax.device_put(np.add(x, y), device)
