"""Right function under another name."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: host_roundtrip
# keeps: 0

import jax
import jax.numpy as jnp


def round_trip(x):
    h = jax.device_get(x)
    return jnp.asarray(h * 2)
