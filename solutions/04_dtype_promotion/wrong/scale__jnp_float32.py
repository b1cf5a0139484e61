"""Makes k explicit with jnp.float32, as the course notes in circulation advise."""
# caught-by: test_by_python_numbers, test_by_numpy_scalars, test_by_jax_scalars, test_under_jit, test_with_64_bit_types_on
# says: another dtype; bfloat16
# keeps: 0

import jax.numpy as jnp


def scale(x, k):
    return x * jnp.float32(k)
