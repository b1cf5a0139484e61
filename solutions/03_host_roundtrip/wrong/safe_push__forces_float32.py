"""Forces one dtype on every a."""
# caught-by: test_pushes_values_and_dtype
# says: dtype; int32
# keeps: 6

import jax.numpy as jnp


def safe_push(a):
    return jnp.array(a, jnp.float32)
