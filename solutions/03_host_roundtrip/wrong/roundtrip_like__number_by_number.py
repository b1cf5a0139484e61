"""Applies f to each number."""
# caught-by: test_f_is_called_once_with_the_whole_array, test_returns_what_f_made
# says: more than once
# keeps: 4

import jax
import numpy as np


def roundtrip_like(x, f):
    h = jax.device_get(x)
    return jax.device_put(np.stack([f(number) for number in h]), x.sharding)
