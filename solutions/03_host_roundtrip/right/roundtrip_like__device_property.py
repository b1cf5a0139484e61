"""For a sharded array `.device` is its sharding."""

import jax


def roundtrip_like(x, f):
    return jax.device_put(f(jax.device_get(x)), x.device)
