"""Fetches the whole array a second time just to learn its dtype."""
# caught-by: test_device_get_is_called_once_on_x
# says: more than once
# keeps: 8

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    dtype = jax.device_get(x).dtype
    h = jax.device_get(x)
    return jnp.asarray((h * 2).astype(dtype))
