"""Asks NumPy, whose rules are others."""
# caught-by: test_has_int32_where_int64_would_be, test_an_integer_never_widens_a_float, test_joins_floats, test_works_it_out_itself
# says: int64
# keeps: 3

import numpy as np


def join(a, b):
    return np.promote_types(a, b)
