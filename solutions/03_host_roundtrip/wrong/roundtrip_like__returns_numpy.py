"""Stays on the host."""
# caught-by: test_goes_back_to_where_x_is
# says: NumPy array; push
# keeps: 6

import jax


def roundtrip_like(x, f):
    return f(jax.device_get(x))
