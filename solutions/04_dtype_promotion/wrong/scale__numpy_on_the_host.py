"""Multiplies with NumPy and pushes the product back."""
# caught-by: test_under_jit
# says: TracerArrayConversionError
# keeps: 8

import jax
import jax.numpy as jnp
import numpy as np


def scale(x, k):
    return jnp.asarray((np.asarray(x) * np.asarray(k)).astype(x.dtype))
