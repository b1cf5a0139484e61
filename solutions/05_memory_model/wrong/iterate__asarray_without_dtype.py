"""Pushes x0 with whatever type it has."""
# caught-by: test_returns_a_float32_array_even_for_no_steps, test_traces_the_step_at_most_once
# says: not float32
# keeps: 5

import jax.numpy as jnp


def iterate(step, x0, n):
    x = jnp.asarray(x0)
    for _ in range(n):
        x = step(x)
    return x
