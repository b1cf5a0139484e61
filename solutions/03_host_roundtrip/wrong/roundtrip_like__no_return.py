"""Puts it back and forgets to return."""
# caught-by: test_returns_what_f_made, test_goes_back_to_where_x_is
# says: return
# keeps: 4

import jax


def roundtrip_like(x, f):
    y = jax.device_put(f(jax.device_get(x)), x.sharding)
