"""Hands Python numbers to a jitted function, call by call."""
# caught-by: test_a_warm_call_moves_nothing
# says: host to the device
# keeps: 7

import jax


@jax.jit
def _formula(x, a, b, c):
    return a * x**2 + b * x + c


def poly(x):
    return _formula(x, 3.0, 2.0, -1.0)
