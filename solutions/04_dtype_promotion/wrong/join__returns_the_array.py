"""Forgets to take the dtype of what came out."""
# caught-by: test_joins_integers, test_has_int32_where_int64_would_be, test_an_integer_never_widens_a_float, test_joins_floats, test_joins_booleans_and_equal_dtypes, test_works_it_out_itself
# says: not an `np.dtype`; .dtype
# keeps: 0

import jax.numpy as jnp


def join(a, b):
    return jnp.zeros((), a) + jnp.zeros((), b)
