"""Pushes one long array and cuts the fetched one up on the host."""

import jax
import jax.numpy as jnp
import numpy as np


def normalise(batches):
    if not batches:
        return []
    x = jax.device_put(np.concatenate(batches))
    deviation = x.std()
    scores = jax.device_get((x - x.mean()) / jnp.where(deviation > 0, deviation, 1))
    return np.split(scores, np.cumsum([len(batch) for batch in batches])[:-1])
