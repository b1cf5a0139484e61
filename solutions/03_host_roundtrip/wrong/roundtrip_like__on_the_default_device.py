"""Commits the result, to the default device."""
# caught-by: test_goes_back_to_where_x_is
# says: devices of x
# keeps: 6

import jax
import numpy as np


def roundtrip_like(x, f):
    return jax.device_put(f(np.asarray(x)), jax.devices()[0])
