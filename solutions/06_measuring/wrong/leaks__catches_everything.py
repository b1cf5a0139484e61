"""Takes every exception for a leak."""
# caught-by: test_lets_other_errors_through
# says: did not come through; by name
# keeps: 8

import jax


def leaks(f, x):
    try:
        jax.eval_shape(f, x)
    except Exception:
        return True
    return False
