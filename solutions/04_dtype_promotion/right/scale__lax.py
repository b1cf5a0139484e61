"""Speaks lax, which mixes no dtypes at all."""

import jax
import jax.numpy as jnp


def scale(x, k):
    k = jax.lax.convert_element_type(k, x.dtype)
    return jax.lax.mul(x, jnp.broadcast_to(k, x.shape))
