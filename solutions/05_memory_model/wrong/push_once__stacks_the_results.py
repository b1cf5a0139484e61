"""Stacks the results into one array."""
# caught-by: test_returns_every_result_in_order
# says: must be a list
# keeps: 6

import jax
import jax.numpy as jnp


def push_once(a, fns):
    x = jax.device_put(a)
    return jnp.stack([f(x) for f in fns])
