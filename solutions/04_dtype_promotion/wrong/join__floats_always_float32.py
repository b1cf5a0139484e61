"""Thinks that an integer and a float make a float32."""
# caught-by: test_an_integer_never_widens_a_float, test_joins_booleans_and_equal_dtypes, test_works_it_out_itself
# says: never widens
# keeps: 4

import jax.numpy as jnp


def join(a, b):
    x, y = jnp.zeros((), a), jnp.zeros((), b)
    if jnp.issubdtype(a, jnp.floating) != jnp.issubdtype(b, jnp.floating):
        return jnp.dtype("float32")
    return (x + y).dtype
