"""One level down."""

import jax


def stay_on_device(x):
    return jax.lax.mul(x, jax.lax.full_like(x, 2))
