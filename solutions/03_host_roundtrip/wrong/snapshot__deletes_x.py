"""Frees x once it is copied."""
# caught-by: test_is_independent_of_x
# says: used any more
# keeps: 6

import numpy as np


def snapshot(x):
    h = np.array(x)
    x.delete()
    return h
