"""Converts Python numbers, and trusts the others."""
# caught-by: test_by_numpy_scalars, test_by_jax_scalars, test_under_jit
# says: another dtype; np.float32
# keeps: 4

import jax.numpy as jnp


def scale(x, k):
    if isinstance(k, (int, float)):
        k = jnp.asarray(k, x.dtype)
    return x * k
