"""Uses np.put, which counts through the flattened array."""
# caught-by: test_sets_the_item_and_nothing_else
# says: TypeError; slice
# keeps: 7

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    np.put(h, index, value)
    return jnp.asarray(h)
