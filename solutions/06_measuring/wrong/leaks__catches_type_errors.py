"""All tracer errors are TypeErrors, so catches those."""
# caught-by: test_lets_other_errors_through
# says: raised TypeError
# keeps: 8

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except TypeError:
        return True
    return False
