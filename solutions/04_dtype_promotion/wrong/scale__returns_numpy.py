"""Multiplies with NumPy and leaves the result there."""
# caught-by: test_by_python_numbers, test_by_numpy_scalars, test_by_jax_scalars, test_under_jit, test_with_64_bit_types_on
# says: not a jax.Array
# keeps: 0

import numpy as np


def scale(x, k):
    return (np.asarray(x) * np.asarray(k)).astype(x.dtype)
