"""Adds the one."""
# caught-by: test_computes_the_polynomial
# says: not those of 3x
# keeps: 7

import jax


@jax.jit
def poly(x):
    return 3 * x**2 + 2 * x + 1
