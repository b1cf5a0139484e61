"""Returns the exception and not True."""
# caught-by: test_finds_every_kind_of_read
# says: True or False
# keeps: 7

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError) as error:
        return str(error)
    return False
