"""Returns the doubled numbers of an example."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device
# says: shape
# keeps: 1

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    return jnp.asarray([3.0, -8.0, 0.5])
