"""Horner form, jitted by assignment."""

import jax


def _horner(x):
    return (3 * x + 2) * x - 1


poly = jax.jit(_horner)
