"""Sums on the host, in the dtype of x."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_leaves_the_global_flag_alone
# says: few digits
# keeps: 1

import jax
import numpy as np


def precise_sum(x):
    return float(np.sum(jax.device_get(x)))
