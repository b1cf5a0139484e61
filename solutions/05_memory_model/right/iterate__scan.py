"""A scan without inputs."""

import jax
import jax.numpy as jnp


def iterate(step, x0, n):
    start = jnp.asarray(x0, dtype="float32")
    return jax.lax.scan(lambda x, _: (step(x), None), start, length=n)[0]
