"""Donates, but copies that share nothing with x and y."""

import jax

add = jax.jit(lambda a, b: a + b, donate_argnums=0)


def add_on(x, y, device):
    return add(*jax.device_put((x, y), device, may_alias=False))
