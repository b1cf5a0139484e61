"""Tells np.multiply to write into the fetched array, which is read-only."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: ValueError; read-only
# keeps: 0

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x)
    np.multiply(h, 2, out=h)
    return jnp.asarray(h)
