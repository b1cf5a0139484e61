"""Lets `jnp.where` choose between the two."""

import jax
import jax.numpy as jnp


def join(a, b):
    x, y = (jax.ShapeDtypeStruct((), dtype) for dtype in (a, b))
    return jax.eval_shape(lambda x, y: jnp.where(True, x, y), x, y).dtype
