"""Asserts what it promises, from attributes that need no fetch."""

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    y = jnp.asarray(h * 2)
    assert y.shape == x.shape and y.dtype == x.dtype and not y.committed
    return y
