"""Goes through a list of Python numbers."""
# caught-by: test_pushes_values_and_dtype
# says: dtype
# keeps: 6

import jax.numpy as jnp


def safe_push(a):
    return jnp.array(a.tolist())
