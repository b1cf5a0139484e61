"""Doubles in a list, which has forgotten its dtype where there is nothing in it."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    return jnp.asarray([2 * value for value in jax.device_get(x)])
