"""Reads x through the buffer protocol, which does not know bfloat16."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: BufferError; memoryview
# keeps: 3
# applies: cpu

import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = np.asarray(memoryview(x))
    return jnp.asarray(h * 2)
