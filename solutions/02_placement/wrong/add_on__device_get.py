"""Fetches both, adds on the host, and pushes the sum."""
# caught-by: test_the_sum_is_computed_on_the_device
# says: NumPy; host
# keeps: 7

import jax


def add_on(x, y, device):
    h, k = jax.device_get((x, y))
    return jax.device_put(h + k, device)
