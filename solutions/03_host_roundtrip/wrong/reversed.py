"""Doubles, but hands the numbers back in reverse order."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: double
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(h[::-1] * 2)
