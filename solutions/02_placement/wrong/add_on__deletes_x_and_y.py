"""Frees x and y when done."""
# caught-by: test_x_and_y_are_left_alone
# says: deleted
# keeps: 8

import jax


def add_on(x, y, device):
    a, b = jax.device_put((x, y), device)
    total = a + b
    x.delete()
    y.delete()
    return total
