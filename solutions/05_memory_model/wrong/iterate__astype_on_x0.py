"""Counts on x0 being an array."""
# caught-by: test_applies_the_step_n_times, test_returns_a_float32_array_even_for_no_steps, test_traces_the_step_at_most_once, test_keeps_the_carry_on_the_device
# says: AttributeError; number
# keeps: 0

import jax.numpy as jnp


def iterate(step, x0, n):
    x = x0.astype(jnp.float32)
    for _ in range(n):
        x = step(x)
    return x
