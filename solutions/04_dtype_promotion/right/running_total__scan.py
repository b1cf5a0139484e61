"""Adds one by one in a scan."""

import jax
import jax.numpy as jnp


def running_total(x):
    def add(total, value):
        total = total + value.astype(jnp.int32)
        return total, total

    return jax.lax.scan(add, jnp.int32(0), x)[1]
