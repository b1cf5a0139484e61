"""Returns the whole history."""
# caught-by: test_applies_the_step_n_times, test_returns_a_float32_array_even_for_no_steps
# says: not what n steps make
# keeps: 5

import jax.numpy as jnp


def iterate(step, x0, n):
    values = [jnp.asarray(x0, jnp.float32)]
    for _ in range(n):
        values.append(step(values[-1]))
    return values
