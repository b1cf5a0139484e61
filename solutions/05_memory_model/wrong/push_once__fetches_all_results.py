"""Fetches all the results in one call."""
# caught-by: test_leaves_the_results_on_the_device
# says: not jax.Arrays; fetch
# keeps: 8

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    return jax.device_get([f(x) for f in fns])
