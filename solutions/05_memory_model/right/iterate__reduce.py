"""functools.reduce over a range."""

import functools

import jax.numpy as jnp


def iterate(step, x0, n):
    return functools.reduce(lambda x, _: step(x), range(n), jnp.float32(x0))
