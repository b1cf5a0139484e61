"""Forgets tracers used as Python indices."""
# caught-by: test_finds_every_kind_of_read
# says: Python int
# keeps: 7

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError):
        return True
    return False
