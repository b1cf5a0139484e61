"""np.multiply into a buffer of its own."""

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x)
    doubled = np.empty_like(h)
    np.multiply(h, 2, out=doubled)
    return jnp.asarray(doubled)
