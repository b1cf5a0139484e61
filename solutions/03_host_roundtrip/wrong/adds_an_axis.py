"""Wraps the array in a list, so the result has two dimensions."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: shape
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray([h * 2])
