"""Fetches and pushes after the work."""
# caught-by: test_stays_on_the_device_of_x_in_float32, test_a_warm_call_moves_nothing
# says: device
# keeps: 5

import jax
import jax.numpy as jnp


@jax.jit
def _formula(x):
    return 3 * x**2 + 2 * x - 1


def poly(x):
    return jnp.asarray(jax.device_get(_formula(x)))
