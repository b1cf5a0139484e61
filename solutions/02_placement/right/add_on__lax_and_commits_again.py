"""Adds with lax and puts the sum where it is already, to be sure; the sum of copies."""

import jax
from jax import lax


def add_on(x, y, device):
    a = jax.device_put(x, device, may_alias=False)
    b = jax.device_put(y, device, may_alias=False)
    return lax.add(a, b)
