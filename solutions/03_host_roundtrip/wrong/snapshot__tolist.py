"""Goes through a list of Python numbers."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype
# says: shape
# keeps: 5

import numpy as np


def snapshot(x):
    return np.array(x.tolist())
