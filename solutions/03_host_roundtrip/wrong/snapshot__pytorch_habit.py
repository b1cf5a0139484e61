"""Calls PyTorch's methods."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype, test_can_be_written_to, test_is_independent_of_x
# says: AttributeError; PyTorch
# keeps: 0

def snapshot(x):
    return x.cpu().numpy()
