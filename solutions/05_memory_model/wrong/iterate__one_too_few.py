"""Takes n - 1 steps."""
# caught-by: test_applies_the_step_n_times
# says: n steps
# keeps: 7

import jax.numpy as jnp


def iterate(step, x0, n):
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(1, n):
        x = step(x)
    return x
