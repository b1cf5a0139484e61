"""Accumulates in uint32, which has no negative totals."""
# caught-by: test_does_not_wrap, test_gives_int32, test_of_nothing
# says: wrapped; uint32
# keeps: 4

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x, dtype=jnp.uint32)
