"""Asks for a contiguous array, and a is one already."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu

import jax
import numpy as np


def safe_push(a):
    return jax.device_put(np.ascontiguousarray(a))
