"""Brings y to x, adds there, and moves the sum."""
# caught-by: test_the_sum_is_computed_on_the_device
# says: elsewhere; moved afterwards
# keeps: 7

import jax


def add_on(x, y, device):
    return jax.device_put(x + jax.device_put(y, x.sharding), device)
