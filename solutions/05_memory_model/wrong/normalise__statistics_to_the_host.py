"""Fetches mean and deviation on the way."""
# caught-by: test_fetches_everything_with_one_device_get
# says: stay on the device
# keeps: 8

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    everything = jnp.concatenate(xs)
    mean, deviation = jax.device_get((everything.mean(), everything.std()))
    return jax.device_get([(x - mean) / (deviation or 1) for x in xs])
