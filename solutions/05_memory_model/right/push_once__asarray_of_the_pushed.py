"""Says jnp.asarray for every function, of what is on the device already."""

import jax
import jax.numpy as jnp


def push_once(a, fns):
    x = jax.device_put(a)
    return [f(jnp.asarray(x)) for f in fns]
