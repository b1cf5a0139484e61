"""Edits a list, which takes no tuple as index."""
# caught-by: test_sets_the_item_and_nothing_else
# says: TypeError; tuple; list
# keeps: 7

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = x.tolist()
    h[index] = value
    return jnp.array(np.array(h).astype(x.dtype))
