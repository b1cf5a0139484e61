"""Calls NumPy's cumsum on a JAX array, which hands the work back to JAX, and int8 wraps."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24
# says: int8; wrapped
# keeps: 4

import jax.numpy as jnp
import numpy as np


def running_total(x):
    return jnp.asarray(np.cumsum(x), jnp.int32)
