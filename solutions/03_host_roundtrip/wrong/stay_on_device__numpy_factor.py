"""Doubles by a NumPy scalar, whose dtype counts as much as x's."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype; integer 2
# keeps: 5

import numpy as np


def stay_on_device(x):
    return x * np.float32(2)
