"""Joins two arrays end to end, on stand-ins."""

import jax
import jax.numpy as jnp


def join(a, b):
    pair = [jax.ShapeDtypeStruct((1,), a), jax.ShapeDtypeStruct((1,), b)]
    return jax.eval_shape(jnp.concatenate, pair).dtype
