"""Forgets to return."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_gives_a_float, test_leaves_the_global_flag_alone
# says: Nothing; return
# keeps: 0

import jax
import numpy as np


def precise_sum(x):
    np.sum(jax.device_get(x), dtype=np.float64)
