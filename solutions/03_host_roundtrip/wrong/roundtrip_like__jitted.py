"""Compiles the trip, so there are no numbers to hand to f."""
# caught-by: test_f_is_called_once_with_the_whole_array, test_returns_what_f_made, test_goes_back_to_where_x_is, test_leaves_x_alone
# says: jit; outside
# keeps: 0

import functools

import jax


@functools.partial(jax.jit, static_argnums=1)
def roundtrip_like(x, f):
    return jax.device_put(f(jax.device_get(x)), x.sharding)
