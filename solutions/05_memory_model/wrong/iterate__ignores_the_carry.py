"""Applies the step to x0 again and again."""
# caught-by: test_applies_the_step_n_times
# says: not what n steps make
# keeps: 7

import jax.numpy as jnp


def iterate(step, x0, n):
    start = x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = step(start)
    return x
