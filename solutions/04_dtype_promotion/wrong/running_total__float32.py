"""Accumulates in float32."""
# caught-by: test_counts_exactly_above_2_24
# says: 2**24; exact
# keeps: 7

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x.astype(jnp.float32)).astype(jnp.int32)
