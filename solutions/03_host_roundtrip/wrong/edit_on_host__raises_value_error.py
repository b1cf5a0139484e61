"""Checks the index itself and raises another error."""
# caught-by: test_a_wrong_index_raises
# says: IndexError; ValueError
# keeps: 8

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    if isinstance(index, int) and not -len(h) <= index < len(h):
        raise ValueError(f"there is no element {index}")
    h[index] = value
    return jnp.asarray(h)
