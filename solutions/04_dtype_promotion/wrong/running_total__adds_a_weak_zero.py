"""Thinks that adding 0 widens."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24
# says: int8; wrapped
# keeps: 4

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x + 0).astype(jnp.int32)
