"""Pushes batch by batch."""
# caught-by: test_pushes_all_batches_with_one_device_put
# says: more than once; whole list
# keeps: 8

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = [jax.device_put(batch) for batch in batches]
    everything = jnp.concatenate(xs)
    mean, deviation = everything.mean(), everything.std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return jax.device_get([(x - mean) / scale for x in xs])
