"""Fetches a tree, edits one of its arrays."""

import jax
import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h, count = jax.device_get([x, 1])
    h = np.require(h, requirements=["W"])
    h[index] = value
    return jnp.asarray(h)
