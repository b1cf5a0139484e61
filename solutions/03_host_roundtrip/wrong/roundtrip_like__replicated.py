"""Puts the whole result on each of x's devices."""
# caught-by: test_goes_back_to_where_x_is
# says: whole on each device
# keeps: 6

import jax
from jax.sharding import NamedSharding, PartitionSpec, SingleDeviceSharding


def roundtrip_like(x, f):
    result = f(jax.device_get(x))
    if isinstance(x.sharding, SingleDeviceSharding):
        return jax.device_put(result, x.sharding)
    return jax.device_put(result, NamedSharding(x.sharding.mesh, PartitionSpec()))
