"""Turns other errors into False."""
# caught-by: test_lets_other_errors_through
# says: did not come through
# keeps: 8

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
    except Exception:
        return False
    return False
