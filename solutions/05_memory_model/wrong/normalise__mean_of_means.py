"""Averages the means of the batches."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_copes_with_empty_and_constant_batches
# says: Longer batches weigh more
# keeps: 5

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    mean = jnp.stack([x.mean() for x in xs]).mean()
    deviation = jnp.concatenate(xs).std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return jax.device_get([(x - mean) / scale for x in xs])
