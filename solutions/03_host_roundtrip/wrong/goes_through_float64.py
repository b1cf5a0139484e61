"""Doubles in float64 "to be precise" and forgets to convert back."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype
# keeps: 7

import jax
import jax.numpy as jnp
import numpy as np


def host_roundtrip(x):
    h = jax.device_get(x).astype(np.float64)
    return jnp.asarray(h * 2)
