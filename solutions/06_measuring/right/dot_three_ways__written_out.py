"""Each way by itself, jnp.array, a named device, dtype arguments."""

from time import perf_counter as now

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    h = np.array(a, dtype="float32")
    x = jnp.array(h, dtype=jnp.float32)
    y = jax.device_put(h, jax.devices()[0])
    jax.block_until_ready([x, y])
    t = {}
    np.dot(h, h)
    start = now()
    np.dot(h, h)
    t["numpy"] = now() - start
    for key, v in {"jax_after_put": y, "jax_on_numpy": h, "jax": x}.items():
        jnp.dot(v, v).block_until_ready()
        start = now()
        jnp.dot(v, v).block_until_ready()
        t[key] = now() - start
    return t
