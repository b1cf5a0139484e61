"""Returns a float64 array with no dimensions."""
# caught-by: test_gives_a_float
# says: a jax.Array; float
# keeps: 7

import jax
import jax.numpy as jnp


def precise_sum(x):
    with jax.enable_x64(True):
        return jnp.sum(x, dtype=jnp.float64)
