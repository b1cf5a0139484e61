"""Jits its helper, with 64-bit types on while it is called."""

import jax
import jax.numpy as jnp


@jax.jit
def total(x):
    return jnp.sum(x.astype(jnp.float64))


def precise_sum(x):
    with jax.enable_x64(True):
        return total(x).item()
