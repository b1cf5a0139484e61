"""Returns nothing if there is no leak."""
# caught-by: test_leaves_innocent_functions_alone
# says: True or False, not None
# keeps: 8

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
