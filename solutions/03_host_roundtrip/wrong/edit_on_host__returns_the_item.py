"""Returns what was set and not the array."""
# caught-by: test_sets_the_item_and_nothing_else, test_keeps_the_dtype
# says: whole
# keeps: 5

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    h[index] = value
    return jnp.asarray(h[index])
