"""NumPy constants inside the jitted function become part of it."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


C = np.array([3, 2, -1], np.float32)


@functools.partial(jax.jit)
def poly(x):
    return C[0] * jnp.square(x) + C[1] * x + C[2]
