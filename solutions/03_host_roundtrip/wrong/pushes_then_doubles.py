"""Pushes first and doubles afterwards, on the device."""
# caught-by: test_the_answer_is_made_from_the_host_copy_by_numpy
# says: NumPy; device
# keeps: 8

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    y = jnp.asarray(h)
    return y * 2
