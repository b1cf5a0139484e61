"""Stacks batches of unequal length."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_copes_with_empty_and_constant_batches, test_pushes_all_batches_with_one_device_put, test_computes_on_the_device, test_fetches_everything_with_one_device_get
# says: ValueError; differ in length
# keeps: 0

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    xs = jax.device_put(batches)
    mean, deviation = jnp.stack(xs).mean(), jnp.stack(xs).std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return jax.device_get([(x - mean) / scale for x in xs])
