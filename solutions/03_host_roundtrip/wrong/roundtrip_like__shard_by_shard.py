"""Applies f to each shard by itself."""
# caught-by: test_f_is_called_once_with_the_whole_array, test_returns_what_f_made
# says: more than once; sharded
# keeps: 4

import jax
import numpy as np


def roundtrip_like(x, f):
    pieces = [f(np.asarray(shard.data)) for shard in x.addressable_shards]
    return jax.device_put(np.concatenate(pieces), x.sharding)
