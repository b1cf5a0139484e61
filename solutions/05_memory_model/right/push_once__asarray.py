"""Pushes with jnp.asarray."""

import jax.numpy as jnp


def push_once(a, fns):
    x = jnp.asarray(a)
    return [f(x) for f in fns]
