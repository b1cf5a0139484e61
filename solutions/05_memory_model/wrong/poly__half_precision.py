"""Computes in bfloat16."""
# caught-by: test_computes_the_polynomial, test_stays_on_the_device_of_x_in_float32
# says: numbers
# keeps: 5

import jax
import jax.numpy as jnp


@jax.jit
def poly(x):
    x = x.astype(jnp.bfloat16)
    return 3 * x**2 + 2 * x - 1
