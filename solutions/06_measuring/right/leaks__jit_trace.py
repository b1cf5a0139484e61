"""Traces ahead of time, with the errors imported by name."""

import jax
from jax.errors import ConcretizationTypeError, TracerArrayConversionError, TracerIntegerConversionError

LEAKS = ConcretizationTypeError, TracerArrayConversionError, TracerIntegerConversionError


def leaks(f, x):
    try:
        jax.jit(f).trace(x)
    except LEAKS:
        return True
    else:
        return False
