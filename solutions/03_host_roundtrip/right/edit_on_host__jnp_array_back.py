"""Pushes with jnp.array."""

import operator

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.copy(x)
    operator.setitem(h, index, value)
    return jnp.array(h, dtype=x.dtype)
