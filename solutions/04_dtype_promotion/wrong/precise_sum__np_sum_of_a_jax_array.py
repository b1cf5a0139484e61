"""Calls NumPy's sum on a JAX array, which hands the work back to JAX, where there is no float64."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits; back to JAX
# keeps: 1

import numpy as np


def precise_sum(x):
    return float(np.sum(x, dtype=np.float64))
