"""Fetches with np.asarray."""
# caught-by: test_fetches_everything_with_one_device_get
# says: never called; fetch
# keeps: 8

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
    return [np.asarray((x - mean) / scale) for x in xs]
