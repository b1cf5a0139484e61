"""Makes a new jitted function in every call."""
# caught-by: test_a_warm_call_traces_nothing
# says: traced again; outside
# keeps: 8

import jax


def poly(x):
    return jax.jit(lambda v: 3 * v**2 + 2 * v - 1)(x)
