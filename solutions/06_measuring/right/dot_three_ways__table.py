"""A table of ways, in another order, and all warm-ups before all measurements."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    a = np.array(a, dtype=np.float32, copy=True)
    x = jnp.asarray(a)
    p = jax.device_put(a, jax.devices()[0])
    x.block_until_ready()
    p.block_until_ready()
    table = {"jax_after_put": (jnp.dot, p), "jax_on_numpy": (jnp.dot, a), "numpy": (np.dot, a), "jax": (jnp.dot, x)}
    for dot, v in table.values():
        for _ in range(2):
            jax.block_until_ready(dot(v, v))
    out = {}
    for k, (dot, v) in table.items():
        t = time.perf_counter()
        r = dot(v, v)
        if hasattr(r, "block_until_ready"):
            r.block_until_ready()
        out[k] = time.perf_counter() - t
    return out
