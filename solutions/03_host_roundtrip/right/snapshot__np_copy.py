"""NumPy's function for it."""

import numpy as np


def snapshot(x):
    return np.copy(x)
