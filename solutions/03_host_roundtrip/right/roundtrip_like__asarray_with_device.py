"""asarray takes a sharding as device."""

import jax.numpy as jnp
import numpy as np


def roundtrip_like(x, f):
    return jnp.asarray(f(np.asarray(x)), device=x.sharding)
