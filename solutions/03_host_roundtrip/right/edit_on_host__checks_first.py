"""Has NumPy look the index up before it copies."""

import jax
import jax.numpy as jnp


def edit_on_host(x, index, value):
    h = jax.device_get(x)
    h[index]
    h = h.copy()
    h[index] = value
    return jnp.asarray(h)
