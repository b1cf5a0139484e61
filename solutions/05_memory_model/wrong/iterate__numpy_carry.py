"""Takes the value to the host after every step."""
# caught-by: test_keeps_the_carry_on_the_device
# says: taken to the host
# keeps: 8

import jax.numpy as jnp
import numpy as np


def iterate(step, x0, n):
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = np.asarray(step(x))
    return jnp.asarray(x)
