"""Forgets that the deviation may be 0."""
# caught-by: test_copes_with_empty_and_constant_batches
# says: zeros
# keeps: 8

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    everything = jnp.concatenate(xs)
    mean, deviation = everything.mean(), everything.std()
    scale = deviation
    return jax.device_get([(x - mean) / scale for x in xs])
