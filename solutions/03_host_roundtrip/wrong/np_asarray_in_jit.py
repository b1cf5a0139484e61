"""Calls np.asarray under jax.jit, where there is only a tracer."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: TracerArrayConversionError
# keeps: 0

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def host_roundtrip(x):
    h = np.asarray(x)
    return jnp.asarray(h * 2)
