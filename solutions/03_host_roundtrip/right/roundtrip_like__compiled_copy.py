"""A compiled identity that knows where its result goes."""

import jax


def roundtrip_like(x, f):
    return jax.jit(lambda v: v, out_shardings=x.sharding)(f(jax.device_get(x)))
