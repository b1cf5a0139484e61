"""An object with __call__ under the function's name."""

import jax
import jax.numpy as jnp


class Roundtrip:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        h = jax.device_get(x)
        return jnp.asarray(h * self.factor)


host_roundtrip = Roundtrip(2)
