"""Asks the jitted function for its shapes, and catches the errors in two places."""

import jax


def leaks(f, x):
    try:
        jax.jit(f).eval_shape(x)
        return False
    except (jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
    except jax.errors.TracerBoolConversionError:
        return True
    except jax.errors.ConcretizationTypeError:
        return True
