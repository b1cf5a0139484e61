"""Has arithmetic make the copy, which gives a scalar for shape () and integers for bools."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype
# says: scalar; shape ()
# keeps: 5

import jax


def snapshot(x):
    return jax.device_get(x) * 1
