"""Counts."""

import jax


def spread(arrays, devices):
    placed = []
    for i in range(len(arrays)):
        placed.append(jax.device_put(arrays[i], devices[i % len(devices)]))
    return placed
