"""Does the whole trip, then returns a product made from x on the device."""
# caught-by: test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: host copy; not x
# keeps: 5

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    doubled = h * 2
    y = jnp.asarray(doubled)
    y = x + x
    return y
