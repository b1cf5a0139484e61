"""Skips arrays that are on their device already, though they may be uncommitted."""
# caught-by: test_commits_each
# says: on its device already
# keeps: 6

import itertools

import jax


def spread(arrays, devices):
    placed = []
    for a, d in zip(arrays, itertools.cycle(devices)):
        there = isinstance(a, jax.Array) and a.devices() == {d}
        placed.append(a if there else jax.device_put(a, d))
    return placed
