"""Normalises every batch by itself."""
# caught-by: test_one_mean_and_deviation_over_all_batches, test_copes_with_empty_and_constant_batches
# says: of its own
# keeps: 5

import jax


def normalise(batches):
    xs = jax.device_put(batches)
    return jax.device_get([(x - x.mean()) / x.std() for x in xs])
