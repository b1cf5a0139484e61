"""Calls what it was asked to write."""
# caught-by: test_works_it_out_itself
# says: promote_types; without
# keeps: 7

import jax.numpy as jnp


def join(a, b):
    return jnp.promote_types(a, b)
