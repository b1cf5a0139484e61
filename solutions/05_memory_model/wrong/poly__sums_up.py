"""Adds the elements up."""
# caught-by: test_computes_the_polynomial
# says: shape
# keeps: 7

import jax


@jax.jit
def poly(x):
    return (3 * x**2 + 2 * x - 1).sum()
