"""Adds first and leaves the moving to JAX."""
# caught-by: test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device, test_x_and_y_are_left_alone
# says: ValueError; put both
# keeps: 2

def add_on(x, y, device):
    return x + y
