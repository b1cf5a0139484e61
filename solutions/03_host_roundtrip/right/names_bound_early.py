"""Takes device_get and asarray out of their modules before use."""

import jax
from jax.numpy import asarray

pull = jax.device_get
push = asarray


def host_roundtrip(x):
    h = pull(x)
    return push(h + h)
