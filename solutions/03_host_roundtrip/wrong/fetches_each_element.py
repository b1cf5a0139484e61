"""Calls device_get once an element instead of once."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: not on x; whole
# keeps: 6

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = np.empty(x.shape, x.dtype)
    for i in range(x.size):
        h[i] = jax.device_get(x[i]) * 2
    return jnp.asarray(h)
