"""Frees x once it is fetched."""
# caught-by: test_leaves_x_alone
# says: before the call
# keeps: 8

import jax
import numpy as np


def roundtrip_like(x, f):
    h = np.array(x)
    sharding = x.sharding
    x.delete()
    return jax.device_put(f(h), sharding)
