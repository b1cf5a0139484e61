"""The average of awaited warm runs, awaited one by one."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    host = a.astype(np.float32)
    made = jnp.asarray(host).block_until_ready()
    pushed = jax.device_put(host).block_until_ready()
    return {
        "numpy": seconds(np.dot, host),
        "jax": seconds(jnp.dot, made),
        "jax_on_numpy": seconds(jnp.dot, host),
        "jax_after_put": seconds(jnp.dot, pushed),
    }


def seconds(dot, v):
    jax.block_until_ready(dot(v, v))
    total = 0.0
    for _ in range(4):
        start = time.perf_counter()
        jax.block_until_ready(dot(v, v))
        total += time.perf_counter() - start
    return total / 4
