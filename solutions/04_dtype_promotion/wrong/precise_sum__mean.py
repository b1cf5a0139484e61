"""Returns the mean."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_gives_a_float, test_leaves_the_global_flag_alone
# says: not the sum
# keeps: 0

import numpy as np


def precise_sum(x):
    return float(np.mean(np.asarray(x), dtype=np.float64))
