"""Makes the device the default one for a moment, and commits nothing."""
# caught-by: test_commits_to_the_named_device
# says: not committed
# keeps: 7

import jax
import jax.numpy as jnp


def place(x, device=None):
    with jax.default_device(device):
        return jnp.asarray(x)
