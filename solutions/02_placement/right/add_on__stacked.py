"""Brings both together in one array and sums that."""

import jax
import jax.numpy as jnp


def add_on(x, y, device):
    both = jnp.stack(jax.device_put([x, y], device))
    return both.sum(axis=0)
