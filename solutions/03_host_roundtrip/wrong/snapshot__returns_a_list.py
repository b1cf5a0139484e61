"""Returns Python numbers."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype, test_can_be_written_to, test_is_independent_of_x
# says: list; np.ndarray
# keeps: 0

def snapshot(x):
    return list(x.tolist()) if x.ndim else x.tolist()
