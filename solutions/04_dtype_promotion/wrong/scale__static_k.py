"""Makes k a static argument, which a JAX array cannot be."""
# caught-by: test_by_jax_scalars, test_under_jit
# says: ValueError; static
# keeps: 6

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=1)
def scale(x, k):
    return x * jnp.asarray(k, x.dtype)
