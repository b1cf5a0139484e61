"""Computes with NumPy and pushes the result."""
# caught-by: test_stays_on_the_device_of_x_in_float32, test_a_warm_call_moves_nothing
# says: device
# keeps: 5

import jax.numpy as jnp
import numpy as np


def poly(x):
    h = np.asarray(x)
    return jnp.asarray(3 * h**2 + 2 * h - 1)
