"""Pushes to the default device."""
# caught-by: test_goes_back_to_where_x_is
# says: devices of x; put it there
# keeps: 6

import jax
import jax.numpy as jnp


def roundtrip_like(x, f):
    return jnp.asarray(f(jax.device_get(x)))
