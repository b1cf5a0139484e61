"""Jits a function without arguments, with x baked in."""
# caught-by: test_stays_on_the_device_of_x_in_float32, test_a_warm_call_traces_nothing
# says: x; device
# keeps: 6

import jax


def poly(x):
    return jax.jit(lambda: 3 * x**2 + 2 * x - 1)()
