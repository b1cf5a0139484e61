"""Makes the device array within the timed run."""
# caught-by: test_pushes_before_the_clock_starts
# says: include the push
# keeps: 9

import time

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    host = a.astype(np.float32)
    pushed = jax.device_put(host).block_until_ready()
    return {
        "numpy": seconds(np.dot, host),
        "jax": seconds(lambda v, _: push_and_dot(v), host),
        "jax_on_numpy": seconds(jnp.dot, host),
        "jax_after_put": seconds(jnp.dot, pushed),
    }


def push_and_dot(v):
    x = jnp.asarray(v)
    return jnp.dot(x, x)


def seconds(dot, v):
    jax.block_until_ready(dot(v, v))
    start = time.perf_counter()
    jax.block_until_ready(dot(v, v))
    return time.perf_counter() - start
