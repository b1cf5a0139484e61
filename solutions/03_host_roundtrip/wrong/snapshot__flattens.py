"""Copies element by element into a flat array."""
# caught-by: test_is_a_numpy_array_of_x_s_values
# says: shape
# keeps: 6

import jax
import numpy as np


def snapshot(x):
    h = np.empty(x.size, x.dtype)
    h[:] = jax.device_get(x).ravel()
    return h
