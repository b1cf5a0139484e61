"""Forgets the deviation."""
# caught-by: test_one_mean_and_deviation_over_all_batches
# says: deviation
# keeps: 7

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    mean = jnp.concatenate(xs).mean()
    return jax.device_get([x - mean for x in xs])
