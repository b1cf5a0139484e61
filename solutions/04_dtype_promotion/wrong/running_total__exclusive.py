"""Leaves each element out of its own total."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24, test_gives_int32, test_stays_on_the_device
# says: not the running totals
# keeps: 1

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x, dtype=jnp.int32) - x
