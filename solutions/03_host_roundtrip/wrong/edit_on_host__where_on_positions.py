"""Compares positions, so nothing matches a wrong or a negative index."""
# caught-by: test_sets_the_item_and_nothing_else, test_a_wrong_index_raises
# says: nothing was set
# keeps: 5

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    chosen = np.zeros(h.shape, bool)
    if not isinstance(index, int) or 0 <= index < len(h):
        chosen[index] = True
    h[chosen] = value
    return jnp.asarray(h)
