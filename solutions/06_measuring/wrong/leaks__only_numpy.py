"""Thinks only NumPy can leak."""
# caught-by: test_finds_every_kind_of_read
# says: reads a traced value
# keeps: 7

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except jax.errors.TracerArrayConversionError:
        return True
    return False
