"""Catches one of the three names."""
# caught-by: test_finds_every_kind_of_read
# says: NumPy asked for the values
# keeps: 7

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except jax.errors.ConcretizationTypeError:
        return True
    return False
