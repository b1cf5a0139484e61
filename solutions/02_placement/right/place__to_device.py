"""Uses the array's own method."""

import jax.numpy as jnp


def place(x, device=None):
    x = jnp.asarray(x)
    return x if device is None else x.to_device(device)
