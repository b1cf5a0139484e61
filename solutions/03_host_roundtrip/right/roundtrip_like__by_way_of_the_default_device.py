"""Pushes first, moves afterwards."""

import jax
import jax.numpy as jnp


def roundtrip_like(x, f):
    y = jnp.asarray(f(jax.device_get(x)))
    return jax.device_put(y, x.sharding)
