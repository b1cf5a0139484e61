"""JAX's own function for it."""

import jax.numpy as jnp


def safe_push(a):
    return jnp.copy(a)
