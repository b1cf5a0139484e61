"""Uses asarray, which makes a copy only if it must."""
# caught-by: test_can_be_written_to, test_is_independent_of_x
# says: read-only; copy
# keeps: 3

import numpy as np


def snapshot(x):
    return np.asarray(x)
