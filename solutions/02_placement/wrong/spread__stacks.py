"""Stacks the arrays, which makes them one dtype, and takes them apart again."""
# caught-by: test_keeps_order_values_and_dtypes
# says: dtype
# keeps: 6

import itertools

import jax
import numpy as np


def spread(arrays, devices):
    if not arrays:
        return []
    stacked = np.stack([np.asarray(a, np.float32) for a in arrays])
    return [jax.device_put(row, d) for row, d in zip(stacked, itertools.cycle(devices))]
