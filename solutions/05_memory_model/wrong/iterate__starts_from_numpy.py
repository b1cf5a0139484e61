"""Makes x0 a float32 on the host; the first step pushes it."""
# caught-by: test_keeps_the_carry_on_the_device
# says: first step; before the loop
# keeps: 8

import jax.numpy as jnp
import numpy as np


def iterate(step, x0, n):
    x = np.asarray(x0, np.float32)
    for _ in range(n):
        x = step(x)
    return jnp.asarray(x)
