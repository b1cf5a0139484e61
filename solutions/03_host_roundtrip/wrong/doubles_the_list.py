"""Multiplies a Python list by 2, which repeats it."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: shape
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = list(jax.device_get(x))
    return jnp.asarray(h * 2)
