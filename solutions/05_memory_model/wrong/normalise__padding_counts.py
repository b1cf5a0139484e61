"""Pads with zeros and lets them count."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_copes_with_empty_and_constant_batches
# says: deviation
# keeps: 5

import jax
import jax.numpy as jnp
import numpy as np


def normalise(batches):
    if not batches:
        return []
    longest = max(map(len, batches))
    x = jax.device_put(np.stack([np.pad(batch, (0, longest - len(batch))) for batch in batches]))
    deviation = x.std()
    scores = jax.device_get((x - x.mean()) / jnp.where(deviation == 0, 1, deviation))
    return [row[: len(batch)] for row, batch in zip(scores, batches)]
