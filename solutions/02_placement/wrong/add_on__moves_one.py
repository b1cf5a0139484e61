"""Moves x and forgets y."""
# caught-by: test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device, test_x_and_y_are_left_alone
# says: ValueError; put both
# keeps: 2

import jax


def add_on(x, y, device):
    return jax.device_put(x, device) + y
