"""Returns one long array."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_copes_with_empty_and_constant_batches
# says: list
# keeps: 5

import jax
import jax.numpy as jnp


def normalise(batches):
    if not batches:
        return []
    x = jnp.concatenate(jax.device_put(batches))
    deviation = x.std()
    return jax.device_get((x - x.mean()) / jnp.where(deviation == 0, 1, deviation))
