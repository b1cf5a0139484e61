"""Does everything right and forgets to return it."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: return
# keeps: 2

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    y = jnp.asarray(h * 2)
