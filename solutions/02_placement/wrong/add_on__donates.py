"""Donates the moved arrays, which share their memory with x and y where nothing moved."""
# caught-by: test_x_and_y_are_left_alone
# says: deleted; donate
# keeps: 8

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def add(a, b):
    return a + b


def add_on(x, y, device):
    return add(*jax.device_put((x, y), device))
