"""Leaves the result on the device."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_fetches_everything_with_one_device_get
# says: NumPy arrays
# keeps: 5

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    everything = jnp.concatenate(xs)
    mean, deviation = everything.mean(), everything.std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return [(x - mean) / scale for x in xs]
