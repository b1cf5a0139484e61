"""Computes with NumPy, then pushes and fetches the result."""
# caught-by: test_pushes_all_batches_with_one_device_put, test_computes_on_the_device
# says: push them first
# keeps: 7

import jax
import numpy as np


def normalise(batches):
    if not batches:
        return []
    everything = np.concatenate(batches)
    deviation = everything.std() or np.float32(1)
    return jax.device_get(jax.device_put([(batch - everything.mean()) / deviation for batch in batches]))
