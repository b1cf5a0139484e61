"""Computes on the device, then leaves it."""
# caught-by: test_stays_on_the_device_of_x_in_float32
# says: not a jax.Array
# keeps: 8

import jax
import numpy as np


@jax.jit
def _formula(x):
    return 3 * x**2 + 2 * x - 1


def poly(x):
    return np.asarray(_formula(x))
