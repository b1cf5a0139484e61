"""Uses bench, with five runs."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.block_until_ready(f(x))
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def dot_three_ways(a):
    host = a.astype(np.float32)
    made = jnp.asarray(host).block_until_ready()
    pushed = jax.device_put(host).block_until_ready()
    return {
        "numpy": fastest(np.dot, host),
        "jax": fastest(jnp.dot, made),
        "jax_on_numpy": fastest(jnp.dot, host),
        "jax_after_put": fastest(jnp.dot, pushed),
    }


def fastest(dot, v):
    return bench(lambda w: dot(w, w), v, 5)
