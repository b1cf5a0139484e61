"""Runs a computation under default_device, which leaves committed arrays where they are."""
# caught-by: test_commits_to_the_named_device
# says: not committed
# keeps: 7

import jax
import jax.numpy as jnp


def place(x, device=None):
    if device is None:
        return jnp.asarray(x)
    with jax.default_device(device):
        return jnp.array(x)
