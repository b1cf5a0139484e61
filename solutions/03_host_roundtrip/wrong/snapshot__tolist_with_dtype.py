"""Goes through a list, which knows no shape once it is empty."""
# caught-by: test_is_a_numpy_array_of_x_s_values
# says: shape
# keeps: 6

import numpy as np


def snapshot(x):
    return np.array(x.tolist(), x.dtype)
