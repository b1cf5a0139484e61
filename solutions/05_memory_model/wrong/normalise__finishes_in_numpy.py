"""Computes the statistics on the device and the rest with NumPy."""
# caught-by: test_computes_on_the_device
# says: NumPy
# keeps: 9

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    everything = jnp.concatenate(jax.device_put(batches))
    mean, deviation = jax.device_get((everything.mean(), everything.std()))
    return [(batch - mean) / (deviation or 1) for batch in batches]
