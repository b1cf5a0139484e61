"""Treats host data, placed data and no device apart."""

import jax
import jax.numpy as jnp


def place(x, device=None):
    if isinstance(x, jax.Array):
        if device is None:
            return x
        return jax.device_put(x, device)
    if device is None:
        return jnp.asarray(x)
    return jnp.asarray(x, device=device)
