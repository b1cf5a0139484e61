"""Fills an array like x with k."""

import jax.numpy as jnp


def scale(x, k):
    return x * jnp.full_like(x, k)
