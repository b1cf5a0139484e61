"""Adds on the host and pushes to the default device."""
# caught-by: test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device
# says: not committed
# keeps: 4

import jax.numpy as jnp
import numpy as np


def add_on(x, y, device):
    return jnp.asarray(np.asarray(x) + np.asarray(y))
