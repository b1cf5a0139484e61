"""Widens the result."""
# caught-by: test_one_mean_and_deviation_over_all_batches
# says: float32
# keeps: 7

import jax
import jax.numpy as jnp
import numpy as np


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    everything = jnp.concatenate(xs)
    mean, deviation = everything.mean(), everything.std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return [h.astype(np.float64) for h in jax.device_get([(x - mean) / scale for x in xs])]
