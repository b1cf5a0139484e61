"""Never uses the device."""
# caught-by: test_commits_to_the_named_device
# says: not on the named device
# keeps: 7

import jax.numpy as jnp


def place(x, device=None):
    return jnp.asarray(x)
