"""Walks the picture and forgets that there is no int64."""
# caught-by: test_has_int32_where_int64_would_be
# says: int64; int32
# keeps: 8

import jax
import jax.numpy as jnp


def join(a, b):
    with jax.enable_x64(True):
        return jax.eval_shape(jnp.add, jax.ShapeDtypeStruct((), a), jax.ShapeDtypeStruct((), b)).dtype
