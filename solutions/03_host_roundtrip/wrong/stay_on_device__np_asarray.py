"""Doubles an implicitly fetched copy."""
# caught-by: test_fetches_nothing, test_stays_on_x_s_device
# says: NumPy did the doubling
# keeps: 3

import jax.numpy as jnp
import numpy as np


def stay_on_device(x):
    return jnp.asarray(np.asarray(x) * 2)
