"""Fetches the first shard only."""
# caught-by: test_f_is_called_once_with_the_whole_array
# says: whole; sharded
# keeps: 6

import jax
import numpy as np


def roundtrip_like(x, f):
    return jax.device_put(f(np.asarray(x.addressable_data(0))), x.sharding)
