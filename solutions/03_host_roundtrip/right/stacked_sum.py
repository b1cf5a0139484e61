"""Sums two stacked host copies."""

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(np.sum(np.stack([h, h]), axis=0, dtype=h.dtype))
