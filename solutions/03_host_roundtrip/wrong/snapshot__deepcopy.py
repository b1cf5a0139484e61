"""A deep copy of a jax.Array is a jax.Array."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_can_be_written_to, test_is_independent_of_x
# says: jax.Array; np.ndarray
# keeps: 1

import copy


def snapshot(x):
    return copy.deepcopy(x)
