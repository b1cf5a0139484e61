"""One compiled loop."""

import jax
import jax.numpy as jnp


def iterate(step, x0, n):
    start = jnp.asarray(x0, jnp.float32)
    return jax.lax.fori_loop(0, n, lambda _, x: step(x), start)
