"""Sums on the host without device_get and goes back by name."""
# caught-by: test_stays_on_the_device
# says: TracerArrayConversionError; device
# keeps: 7

import jax
import numpy as np


def running_total(x):
    return jax.device_put(np.cumsum(np.asarray(x), dtype=np.int32), x.sharding)
