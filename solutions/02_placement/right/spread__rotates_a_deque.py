"""Turns the devices round after each array."""

from collections import deque

import jax


def spread(arrays, devices):
    ring, placed = deque(devices), []
    for a in arrays:
        placed.append(jax.device_put(a, ring[0]))
        ring.rotate(-1)
    return placed
