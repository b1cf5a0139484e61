"""Has further parameters, all with defaults."""

import jax
import jax.numpy as jnp


def host_roundtrip(x, factor=2, *, push=jnp.asarray):
    return push(jax.device_get(x) * factor)
