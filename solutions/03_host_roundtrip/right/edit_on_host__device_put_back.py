"""Pushes with device_put, no device named."""

import jax
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    h[index] = value
    return jax.device_put(h)
