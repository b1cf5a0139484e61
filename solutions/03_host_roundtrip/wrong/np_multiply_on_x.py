"""Hands x itself to a NumPy function, which fetches it behind the scenes."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: device_get; never
# keeps: 6

import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    return jnp.asarray(np.add(x, x))
