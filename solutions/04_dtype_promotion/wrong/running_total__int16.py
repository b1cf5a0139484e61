"""Widens one step only."""
# caught-by: test_counts_exactly_above_2_24
# says: uint16; int16
# keeps: 7

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x, dtype=jnp.int16).astype(jnp.int32)
