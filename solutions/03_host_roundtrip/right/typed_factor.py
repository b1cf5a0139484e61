"""Scales by a factor of the array's own dtype."""

import jax
import jax.numpy as jnp


def host_roundtrip(x: jax.Array) -> jax.Array:
    h = jax.device_get(x)
    two = h.dtype.type(2)
    return jnp.asarray(two * h)
