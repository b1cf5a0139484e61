"""Calls f once more to learn its dtype."""
# caught-by: test_f_is_called_once_with_the_whole_array
# says: more than once
# keeps: 6

import jax
import numpy as np


def roundtrip_like(x, f):
    h = jax.device_get(x)
    dtype = f(h).dtype
    return jax.device_put(np.asarray(f(h), dtype), x.sharding)
