"""Fetches explicitly, then copies."""

import jax
import jax.numpy as jnp


def edit_on_host(x, index, value):
    h = jax.device_get(x).copy()
    h[index] = value
    return jnp.asarray(h)
