"""Makes each device the default one for a moment."""
# caught-by: test_deals_round_robin, test_commits_each
# says: one device alone; device_put
# keeps: 3

import itertools

import jax
import jax.numpy as jnp


def spread(arrays, devices):
    placed = []
    for a, d in zip(arrays, itertools.cycle(devices)):
        with jax.default_device(d):
            placed.append(jnp.array(a))
    return placed
