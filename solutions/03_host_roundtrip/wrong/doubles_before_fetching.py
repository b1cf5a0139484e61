"""Doubles on the device and fetches the product."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: device_get; not on x
# keeps: 6

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x * 2)
    return jnp.asarray(h)
