"""Wraps the step in a new jit each time round."""
# caught-by: test_traces_the_step_at_most_once
# says: new `jit`
# keeps: 7

import jax
import jax.numpy as jnp


def iterate(step, x0, n):
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = jax.jit(lambda v: step(v))(x)
    return x
