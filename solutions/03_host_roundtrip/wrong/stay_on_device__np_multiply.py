"""Lets NumPy multiply, which fetches x and returns a NumPy array."""
# caught-by: test_fetches_nothing, test_stays_on_x_s_device
# says: NumPy did the doubling
# keeps: 3

import numpy as np


def stay_on_device(x):
    return np.multiply(x, 2)
