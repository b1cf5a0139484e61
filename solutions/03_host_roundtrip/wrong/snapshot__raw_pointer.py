"""Builds a writable view of x's own memory."""
# caught-by: test_is_independent_of_x
# says: changed x; memory
# keeps: 6
# applies: cpu

import ctypes

import numpy as np


def snapshot(x):
    size = x.size * x.dtype.itemsize
    raw = (ctypes.c_byte * size).from_address(x.unsafe_buffer_pointer())
    return np.frombuffer(raw, np.uint8).view(x.dtype).reshape(x.shape) if size else np.zeros(x.shape, x.dtype)
