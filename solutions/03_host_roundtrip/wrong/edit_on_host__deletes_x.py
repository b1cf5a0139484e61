"""Frees x once it is copied."""
# caught-by: test_leaves_x_alone
# says: before the call
# keeps: 9

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    x.delete()
    h[index] = value
    return jnp.asarray(h)
