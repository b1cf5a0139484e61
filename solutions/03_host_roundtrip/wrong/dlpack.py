"""Reads x through DLPack, which NumPy cannot do for bfloat16."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: from_dlpack
# keeps: 3
# applies: cpu

import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = np.from_dlpack(x)
    return jnp.asarray(h * 2)
