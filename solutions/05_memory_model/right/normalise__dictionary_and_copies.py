"""Pushes and fetches a dictionary, and returns writeable copies."""

import jax
import jax.numpy as jnp
import numpy as np


def normalise(batches):
    named = jax.device_put({str(i): batch for i, batch in enumerate(batches)})
    everything = jnp.concatenate([jnp.zeros(0), *named.values()])
    mean, deviation = everything.mean(), everything.std()
    scale = jax.lax.select(deviation > 0, deviation, jnp.ones_like(deviation))
    scores = jax.device_get(jax.tree.map(lambda x: (x - mean) / scale, named))
    return [np.array(scores[str(i)]) for i in range(len(batches))]
