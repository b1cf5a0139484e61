"""Reaches the host with jax.pure_callback; the result never leaves x's device."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: device_get; never
# keeps: 3

import jax
import numpy as np


def host_roundtrip(x):
    like = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(lambda h: np.asarray(h) * 2, like, x)
