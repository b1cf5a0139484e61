"""Forces one dtype on every x."""
# caught-by: test_keeps_the_dtype
# says: dtype; int32
# keeps: 8

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x, np.float32)
    h[index] = value
    return jnp.asarray(h)
