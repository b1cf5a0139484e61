"""Converts with jnp.float32."""
# caught-by: test_pushes_values_and_dtype, test_later_writes_do_not_show
# says: dtype; int32
# keeps: 3
# applies: cpu

import jax.numpy as jnp


def safe_push(a):
    return jnp.float32(a)
