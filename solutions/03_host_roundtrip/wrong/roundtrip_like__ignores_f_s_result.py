"""Expects f to work in place."""
# caught-by: test_returns_what_f_made
# says: what f returned
# keeps: 7

import jax
import numpy as np


def roundtrip_like(x, f):
    h = np.array(x)
    f(h)
    return jax.device_put(h, x.sharding)
