"""Fetches both, pushes them to the device, and adds there."""
# caught-by: test_the_sum_is_computed_on_the_device
# says: fetched; device to device
# keeps: 7

import jax


def add_on(x, y, device):
    x, y = jax.device_put(jax.device_get((x, y)), device)
    return x + y
