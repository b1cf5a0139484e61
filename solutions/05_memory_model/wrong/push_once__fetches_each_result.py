"""Fetches the results, which nobody asked for."""
# caught-by: test_leaves_the_results_on_the_device
# says: not jax.Arrays; fetch
# keeps: 8

import jax
import numpy as np


def push_once(a, fns):
    x = jax.device_put(a)
    return [np.asarray(f(x)) for f in fns]
