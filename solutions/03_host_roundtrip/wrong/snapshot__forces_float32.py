"""Forces one dtype on every x."""
# caught-by: test_keeps_the_dtype
# says: dtype; int8
# keeps: 7

import numpy as np


def snapshot(x):
    return np.array(x, dtype=np.float32)
