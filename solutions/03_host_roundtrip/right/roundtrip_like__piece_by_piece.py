"""Puts every piece on its device by hand."""

import jax


def roundtrip_like(x, f):
    h = f(jax.device_get(x))
    places = x.sharding.addressable_devices_indices_map(h.shape)
    pieces = [jax.device_put(h[index], device) for device, index in places.items()]
    return jax.make_array_from_single_device_arrays(h.shape, x.sharding, pieces)
