"""Uses the operator."""
# caught-by: test_computes_in_float32, test_computes_dot_in_four_ways, test_times_work_that_is_done, test_warms_up_each_way, test_pushes_before_the_clock_starts
# says: np.dot(v, v)
# keeps: 2

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
    jax.block_until_ready((v @ v))
    start = time.perf_counter()
    jax.block_until_ready((v @ v))
    return time.perf_counter() - start
