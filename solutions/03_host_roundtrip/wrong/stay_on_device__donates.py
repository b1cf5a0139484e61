"""Gives x's memory away for the result."""
# caught-by: test_stays_on_x_s_device
# says: donate
# keeps: 6

import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def stay_on_device(x):
    return x * 2
