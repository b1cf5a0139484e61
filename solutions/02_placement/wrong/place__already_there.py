"""Skips arrays that are on the device already, though they may be uncommitted."""
# caught-by: test_commits_to_the_named_device
# says: not committed
# keeps: 7

import jax
import jax.numpy as jnp


def place(x, device=None):
    x = jnp.asarray(x)
    if device is None or x.devices() == {device}:
        return x
    return jax.device_put(x, device)
