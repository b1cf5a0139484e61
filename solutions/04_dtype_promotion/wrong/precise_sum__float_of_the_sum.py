"""Converts the finished sum."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits; convert before you sum
# keeps: 1

import jax.numpy as jnp


def precise_sum(x):
    return float(jnp.sum(x))
