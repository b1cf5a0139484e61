"""Converts host data on the host, device data on the device, and waits at the end."""

import jax
import jax.numpy as jnp
import numpy as np


def iterate(step, x0, n):
    if isinstance(x0, jax.Array):
        x = x0.astype(jnp.float32)
    else:
        x = jax.device_put(np.asarray(x0, np.float32))
    while n > 0:
        x, n = step(x), n - 1
    return x.block_until_ready()
