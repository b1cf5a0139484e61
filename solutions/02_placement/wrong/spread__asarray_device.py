"""Uses the `device=` of jnp.asarray."""
# caught-by: test_deals_round_robin, test_commits_each, test_keeps_order_values_and_dtypes
# says: ValueError; does not move
# keeps: 1

import itertools

import jax.numpy as jnp


def spread(arrays, devices):
    return [jnp.asarray(a, device=d) for a, d in zip(arrays, itertools.cycle(devices))]
