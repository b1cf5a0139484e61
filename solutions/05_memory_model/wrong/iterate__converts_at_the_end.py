"""Makes the result float32, and leaves the start weakly typed."""
# caught-by: test_traces_the_step_at_most_once, test_keeps_the_carry_on_the_device
# says: traced twice; float32
# keeps: 5

import jax.numpy as jnp


def iterate(step, x0, n):
    x = x0
    for _ in range(n):
        x = step(x)
    return jnp.asarray(x, jnp.float32)
