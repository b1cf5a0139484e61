"""Hands f a float64 copy."""
# caught-by: test_f_is_called_once_with_the_whole_array
# says: as it is
# keeps: 6

import jax
import numpy as np


def roundtrip_like(x, f):
    return jax.device_put(f(np.array(x, np.float64)), x.sharding)
