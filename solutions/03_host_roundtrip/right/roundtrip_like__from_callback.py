"""Each device asks for its own piece."""

import jax
import numpy as np


def roundtrip_like(x, f):
    h = f(np.array(x))
    return jax.make_array_from_callback(h.shape, x.sharding, lambda index: h[index])
