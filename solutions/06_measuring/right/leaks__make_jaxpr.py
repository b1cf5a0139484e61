"""Traces with make_jaxpr."""

import jax


def leaks(f, x):
    try:
        jax.make_jaxpr(f)(x)
    except (
        jax.errors.ConcretizationTypeError,
        jax.errors.TracerArrayConversionError,
        jax.errors.TracerIntegerConversionError,
    ):
        return True
    return False
