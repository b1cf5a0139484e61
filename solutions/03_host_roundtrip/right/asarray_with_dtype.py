"""Names the dtype of x on the way back, although nothing changed it."""

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(h * 2, dtype=x.dtype)
