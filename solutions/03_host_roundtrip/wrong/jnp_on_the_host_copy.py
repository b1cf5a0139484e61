"""Doubles the host copy with jnp.multiply, which pushes it first and works on the device."""
# caught-by: test_the_answer_is_made_from_the_host_copy_by_numpy, test_is_pushed_with_jnp_asarray
# says: NumPy; device
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.multiply(h, 2)
