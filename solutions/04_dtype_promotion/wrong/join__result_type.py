"""Calls the other function that knows."""
# caught-by: test_works_it_out_itself
# says: result_type; without
# keeps: 7

import jax.numpy as jnp


def join(a, b):
    return jnp.result_type(a, b)
