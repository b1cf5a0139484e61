"""Adds two real arrays."""

import jax.numpy as jnp


def join(a, b):
    return (jnp.zeros((), a) + jnp.zeros((), b)).dtype
