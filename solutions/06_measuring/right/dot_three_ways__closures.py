"""Four closures, a device named for the push, the best of several runs."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def t(g):
    g()
    return min(_one(g) for _ in range(4))


def _one(g):
    s = time.perf_counter()
    g()
    return time.perf_counter() - s


def dot_three_ways(a):
    h = a.astype("f4")
    j = jnp.array(h, dtype=jnp.float32, copy=True).block_until_ready()
    d = jax.block_until_ready(jax.device_put(h, device=jax.local_devices()[0]))
    return dict(
        numpy=t(lambda: np.dot(h, h)),
        jax=t(lambda: jnp.dot(j, j).block_until_ready()),
        jax_on_numpy=t(lambda: jnp.dot(h, h).block_until_ready()),
        jax_after_put=t(lambda: jax.block_until_ready(jnp.dot(d, d))),
    )
