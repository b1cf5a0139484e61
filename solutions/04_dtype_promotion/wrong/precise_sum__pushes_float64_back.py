"""Converts on the host and lets JAX narrow it again."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits
# keeps: 1

import jax.numpy as jnp
import numpy as np


def precise_sum(x):
    return float(jnp.sum(np.asarray(x).astype(np.float64)))
