"""Fetches and pushes, and sets nothing."""
# caught-by: test_sets_the_item_and_nothing_else, test_keeps_the_dtype, test_a_wrong_index_raises
# says: nothing was set
# keeps: 3

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    return jnp.asarray(h)
