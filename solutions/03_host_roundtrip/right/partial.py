"""A functools.partial of a more general function."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def on_host(f, x):
    return jnp.asarray(f(jax.device_get(x)))


host_roundtrip = functools.partial(on_host, lambda h: np.multiply(h, 2))
