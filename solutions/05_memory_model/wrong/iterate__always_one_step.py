"""Takes the first step before it looks at n."""
# caught-by: test_returns_a_float32_array_even_for_no_steps
# says: n = 0
# keeps: 8

import jax.numpy as jnp


def iterate(step, x0, n):
    x = step(jnp.asarray(x0, jnp.float32))
    for _ in range(n - 1):
        x = step(x)
    return x
