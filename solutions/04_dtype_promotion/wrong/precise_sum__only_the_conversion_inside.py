"""Leaves the with block with a float64 sum still to be done on float32 data."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits
# keeps: 1

import jax
import jax.numpy as jnp


def precise_sum(x):
    with jax.enable_x64(True):
        total = jnp.sum(x)
    return float(total)
