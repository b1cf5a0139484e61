"""Moves as one moves a PyTorch tensor."""
# caught-by: test_adds_arrays_that_are_together, test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device, test_x_and_y_are_left_alone
# says: AttributeError; PyTorch; device_put
# keeps: 0

def add_on(x, y, device):
    return x.to(device) + y.to(device)
