"""Lets the arrays meet in a division, which makes floats of integers."""
# caught-by: test_joins_integers, test_has_int32_where_int64_would_be, test_joins_booleans_and_equal_dtypes
# says: meet; every value
# keeps: 5

import jax.numpy as jnp


def join(a, b):
    return (jnp.ones((), a) / jnp.ones((), b)).dtype
