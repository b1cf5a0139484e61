"""A lambda with every option spelt out."""

import numpy as np


snapshot = lambda x: np.array(object=x, dtype=x.dtype, copy=True, order="C")  # noqa: E731
