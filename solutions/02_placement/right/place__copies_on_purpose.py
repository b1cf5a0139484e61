"""Asks device_put for a copy."""

import jax
import jax.numpy as jnp


def place(x, device=None):
    return jax.device_put(jnp.asarray(x), device, may_alias=False)
