"""Sums on the host and goes back to the device by name."""
# caught-by: test_stays_on_the_device
# says: device_get; fetched
# keeps: 7

import jax
import numpy as np


def running_total(x):
    return jax.device_put(np.cumsum(jax.device_get(x), dtype=np.int32), x.sharding)
