"""Scales by a zero-dimensional array of the same dtype."""

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(np.array(2, h.dtype) * h)
