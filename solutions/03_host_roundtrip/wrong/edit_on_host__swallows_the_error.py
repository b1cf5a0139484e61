"""Catches the IndexError and carries on."""
# caught-by: test_a_wrong_index_raises
# says: IndexError
# keeps: 8

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    try:
        h[index] = value
    except IndexError:
        pass
    return jnp.asarray(h)
