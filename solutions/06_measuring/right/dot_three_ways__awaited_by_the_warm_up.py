"""The awaited warm-up proves that the push is done."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    host = a.astype(np.float32)
    made = jnp.asarray(host)
    pushed = jax.device_put(host)
    return {
        "numpy": seconds(np.dot, host),
        "jax": seconds(jnp.dot, made),
        "jax_on_numpy": seconds(jnp.dot, host),
        "jax_after_put": seconds(jnp.dot, pushed),
    }


def seconds(dot, v):
    jax.block_until_ready(dot(v, v))
    start = time.perf_counter()
    jax.block_until_ready(dot(v, v))
    return time.perf_counter() - start
