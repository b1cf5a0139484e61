"""Leaves the warm-up running."""
# caught-by: test_times_work_that_is_done
# says: await it too
# keeps: 8

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
    dot(v, v)
    start = time.perf_counter()
    jax.block_until_ready(dot(v, v))
    return time.perf_counter() - start
