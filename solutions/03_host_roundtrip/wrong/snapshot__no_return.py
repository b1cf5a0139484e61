"""Copies and forgets to return."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype, test_can_be_written_to, test_is_independent_of_x
# says: return
# keeps: 0

import numpy as np


def snapshot(x):
    h = np.array(x)
