"""Leaves the totals in float32."""
# caught-by: test_counts_exactly_above_2_24, test_gives_int32, test_of_nothing
# says: 2**24; exact
# keeps: 5

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x / 1)
