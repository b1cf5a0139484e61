"""Uses the function in place of the operator."""

import jax.numpy as jnp


def stay_on_device(x):
    return jnp.multiply(x, 2)
