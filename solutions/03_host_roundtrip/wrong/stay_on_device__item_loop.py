"""Doubles number by number in Python."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_fetches_nothing, test_stays_on_x_s_device
# says: OverflowError; fetched one by one
# keeps: 0

import jax.numpy as jnp


def stay_on_device(x):
    return jnp.stack([v.item() * 2 for v in x]).astype(x.dtype) if x.size else x
