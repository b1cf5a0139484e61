"""Names the device by a sharding that has only that device."""

import jax
import numpy as np
from jax.sharding import SingleDeviceSharding


def place(x, device=None):
    where = None if device is None else SingleDeviceSharding(device)
    if not hasattr(x, "sharding"):
        x = np.asarray(x)
    return jax.device_put(x, where)
