"""Decorates a function that is made anew in every call."""
# caught-by: test_a_warm_call_traces_nothing
# says: traced again
# keeps: 8

import jax


def poly(x):
    @jax.jit
    def formula(v):
        return 3 * v**2 + 2 * v - 1

    return formula(x)
