"""Puts it all on one of x's devices."""
# caught-by: test_goes_back_to_where_x_is
# says: devices of x; sharded
# keeps: 6

import jax


def roundtrip_like(x, f):
    return jax.device_put(f(jax.device_get(x)), min(x.devices(), key=lambda device: device.id))
