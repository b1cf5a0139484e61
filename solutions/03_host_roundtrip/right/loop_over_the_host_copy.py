"""Loops in Python, but over the host copy, after a single fetch."""

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x)
    doubled = np.empty(h.shape, h.dtype)
    for i, value in enumerate(h):
        doubled[i] = value + value
    return jnp.asarray(doubled)
