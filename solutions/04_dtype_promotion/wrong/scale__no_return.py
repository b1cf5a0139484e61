"""Forgets to return."""
# caught-by: test_by_python_numbers, test_by_numpy_scalars, test_by_jax_scalars, test_under_jit, test_with_64_bit_types_on
# says: None; not a jax.Array
# keeps: 0

import jax.numpy as jnp


def scale(x, k):
    x = x * jnp.asarray(k, x.dtype)
