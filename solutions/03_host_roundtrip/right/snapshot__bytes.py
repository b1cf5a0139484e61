"""Through bytes."""

import jax
import numpy as np


def snapshot(x):
    return np.frombuffer(bytearray(jax.device_get(x).tobytes()), x.dtype).reshape(x.shape)
