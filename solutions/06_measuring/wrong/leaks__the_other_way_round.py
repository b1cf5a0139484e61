"""Answers whether f is free of leaks."""
# caught-by: test_finds_every_kind_of_read, test_leaves_innocent_functions_alone
# says: was not found to leak
# keeps: 5

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return False
    return True
