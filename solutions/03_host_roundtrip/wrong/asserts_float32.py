"""Insists on float32 input."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: AssertionError
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    assert x.dtype == jnp.float32, "float32 only"
    h = jax.device_get(x)
    return jnp.asarray(h * 2)
