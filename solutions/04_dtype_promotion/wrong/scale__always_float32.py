"""Returns float32 whatever x is."""
# caught-by: test_by_python_numbers, test_by_numpy_scalars, test_by_jax_scalars, test_under_jit, test_with_64_bit_types_on
# says: another dtype; bfloat16
# keeps: 0

import jax.numpy as jnp


def scale(x, k):
    return (x * k).astype(jnp.float32)
