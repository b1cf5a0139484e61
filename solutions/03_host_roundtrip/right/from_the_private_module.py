"""Imports device_get from where JAX defines it."""

import jax.numpy as jnp
from jax._src.api import device_get


def host_roundtrip(x):
    return jnp.asarray(device_get(x) * 2)
