"""Overwrites a once it is pushed."""
# caught-by: test_a_stays_writable
# says: before the call
# keeps: 6

import jax.numpy as jnp


def safe_push(a):
    y = jnp.array(a)
    a.fill(0)
    return y
