"""Multiplies by a triangle of ones."""

import jax.numpy as jnp


def running_total(x):
    return jnp.tri(x.size, dtype=jnp.int32) @ x.astype(jnp.int32)
