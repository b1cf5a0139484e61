"""Subtracts."""
# caught-by: test_adds_arrays_that_are_together, test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device
# says: not x + y
# keeps: 2

import jax


def add_on(x, y, device):
    x, y = jax.device_put((x, y), device)
    return x - y
