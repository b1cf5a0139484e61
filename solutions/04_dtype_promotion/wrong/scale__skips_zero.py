"""Returns early if k is zero, which asks a tracer for its truth."""
# caught-by: test_under_jit
# says: TracerBoolConversionError; true
# keeps: 8

import jax.numpy as jnp


def scale(x, k):
    if k == 0:
        return jnp.zeros_like(x)
    return x * jnp.asarray(k, x.dtype)
