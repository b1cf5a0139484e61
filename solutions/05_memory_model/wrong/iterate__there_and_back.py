"""Makes a round trip in every step."""
# caught-by: test_keeps_the_carry_on_the_device
# says: device_get
# keeps: 8

import jax
import jax.numpy as jnp


def iterate(step, x0, n):
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = jnp.asarray(jax.device_get(step(x)))
    return x
