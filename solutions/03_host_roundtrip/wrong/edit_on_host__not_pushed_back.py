"""Stays on the host."""
# caught-by: test_comes_back_uncommitted_on_the_default_device
# says: NumPy array; push
# keeps: 8

import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    h[index] = value
    return h
