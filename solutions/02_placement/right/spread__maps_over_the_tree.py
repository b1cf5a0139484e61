"""Maps device_put over both lists with jax.tree.map."""

import jax
from jax.sharding import SingleDeviceSharding


def spread(arrays, devices):
    homes = [SingleDeviceSharding(devices[i % len(devices)]) for i in range(len(arrays))]
    return jax.tree.map(jax.device_put, list(arrays), homes)
