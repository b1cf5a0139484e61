"""Copies into memory of its own."""

import jax
import numpy as np


def snapshot(x):
    h = np.empty(x.shape, x.dtype)
    np.copyto(h, jax.device_get(x))
    return h
