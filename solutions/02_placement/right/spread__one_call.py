"""Gives device_put a list of devices as long as the list of arrays, in one call."""

import itertools

import jax


def spread(arrays, devices):
    targets = list(itertools.islice(itertools.cycle(devices), len(arrays)))
    return jax.device_put(list(arrays), targets)
