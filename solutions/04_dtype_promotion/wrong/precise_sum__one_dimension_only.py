"""Adds up along the first axis only."""
# caught-by: test_of_half_precision_data
# says: TypeError; several dimensions
# keeps: 6

import numpy as np


def precise_sum(x):
    return float(sum(np.asarray(x).astype(np.float64)))
