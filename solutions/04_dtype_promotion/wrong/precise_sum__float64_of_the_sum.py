"""Converts the finished sum with np.float64."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits; convert before you sum
# keeps: 1

import jax.numpy as jnp
import numpy as np


def precise_sum(x):
    return np.float64(jnp.sum(x))
