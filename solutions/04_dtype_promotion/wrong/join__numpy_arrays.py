"""Lets two NumPy arrays meet instead of JAX ones."""
# caught-by: test_has_int32_where_int64_would_be, test_an_integer_never_widens_a_float, test_works_it_out_itself
# says: int64
# keeps: 4

import numpy as np


def join(a, b):
    return (np.zeros(1, a) + np.zeros(1, b)).dtype
