"""Reads a Python float after every step, which an array does not give."""
# caught-by: test_applies_the_step_n_times, test_returns_a_float32_array_even_for_no_steps, test_traces_the_step_at_most_once, test_keeps_the_carry_on_the_device
# says: TypeError; fetches
# keeps: 0

import jax.numpy as jnp


def iterate(step, x0, n):
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = float(step(x))
    return jnp.float32(x)
