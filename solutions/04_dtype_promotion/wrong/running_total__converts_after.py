"""Converts when the totals have wrapped already."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24
# says: int8; from the start
# keeps: 4

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x).astype(jnp.int32)
