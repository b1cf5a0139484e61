"""Names a device in place of asking x."""
# caught-by: test_goes_back_to_where_x_is
# says: devices of x; sharded
# keeps: 6

import jax


def roundtrip_like(x, f):
    return jax.device_put(f(jax.device_get(x)), jax.devices()[-1])
