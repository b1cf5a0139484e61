"""x.copy() is one more jax.Array."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_can_be_written_to, test_is_independent_of_x
# says: jax.Array; np.ndarray
# keeps: 1

def snapshot(x):
    return x.copy()
