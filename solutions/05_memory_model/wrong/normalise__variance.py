"""Divides by the variance."""
# caught-by: test_one_mean_and_deviation_over_all_batches
# says: deviation
# keeps: 7

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    everything = jnp.concatenate(xs)
    mean, deviation = everything.mean(), everything.var()
    scale = jnp.where(deviation == 0, 1, deviation)
    return jax.device_get([(x - mean) / scale for x in xs])
