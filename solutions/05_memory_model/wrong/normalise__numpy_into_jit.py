"""Hands NumPy arrays to a jitted function."""
# caught-by: test_pushes_all_batches_with_one_device_put
# says: never called
# keeps: 8

import jax
import jax.numpy as jnp


@jax.jit
def _scores(batches):
    everything = jnp.concatenate(batches)
    mean, deviation = everything.mean(), everything.std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return [(batch - mean) / scale for batch in batches]


def normalise(batches):
    return jax.device_get(_scores(batches)) if batches else []
