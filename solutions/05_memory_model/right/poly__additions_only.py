"""Eager additions and products, without any constant but one of its own making."""

import functools

import jax


@functools.cache
def _compiled():
    return jax.jit(lambda x: x * x + x * x + x * x + x + x - 1)


def poly(x):
    return _compiled()(x)
