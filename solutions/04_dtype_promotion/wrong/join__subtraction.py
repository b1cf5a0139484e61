"""Lets the arrays meet in a subtraction, which refuses booleans."""
# caught-by: test_joins_booleans_and_equal_dtypes
# says: TypeError; booleans
# keeps: 8

import jax
import jax.numpy as jnp


def join(a, b):
    return jax.eval_shape(jnp.subtract, jax.ShapeDtypeStruct((), a), jax.ShapeDtypeStruct((), b)).dtype
