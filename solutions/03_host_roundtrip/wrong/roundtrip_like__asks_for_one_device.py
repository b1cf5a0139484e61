"""Asks a sharded array for the id of its device."""
# caught-by: test_f_is_called_once_with_the_whole_array, test_returns_what_f_made, test_goes_back_to_where_x_is, test_leaves_x_alone
# says: AttributeError; sharding
# keeps: 0

import jax


def roundtrip_like(x, f):
    h = f(jax.device_get(x))
    return jax.device_put(h, jax.devices()[x.device.id])
