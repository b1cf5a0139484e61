"""Compiles, which still runs nothing."""

import jax


def leaks(f, x):
    try:
        jax.jit(f).lower(x).compile()
    except (
        jax.errors.ConcretizationTypeError,
        jax.errors.TracerArrayConversionError,
        jax.errors.TracerIntegerConversionError,
    ):
        return True
    return False
