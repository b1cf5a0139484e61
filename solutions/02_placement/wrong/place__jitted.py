"""Puts device_put inside jit, where it moves nothing."""
# caught-by: test_commits_to_the_named_device, test_without_a_device_placed_data_stays
# says: not on the named device
# keeps: 4

import jax
import jax.numpy as jnp


def place(x, device=None):
    return jax.jit(lambda v: jax.device_put(v, device))(jnp.asarray(x))
