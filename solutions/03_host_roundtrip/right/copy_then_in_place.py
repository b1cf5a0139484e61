"""Copies the fetched array and doubles the copy in place."""

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x).copy()
    h *= 2
    return jnp.asarray(h)
