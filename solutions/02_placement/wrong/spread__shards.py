"""Spreads the pieces of each array instead of the arrays."""
# caught-by: test_deals_round_robin
# says: one device alone
# keeps: 5

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec


def spread(arrays, devices):
    sharding = NamedSharding(Mesh(np.array(devices), ("i",)), PartitionSpec("i"))
    return [jax.device_put(a, sharding) for a in arrays]
