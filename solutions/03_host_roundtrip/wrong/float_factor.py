"""Multiplies by 2.0, which widens bfloat16 and int32."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(h * 2.0)
