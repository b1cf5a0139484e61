"""Measures with timeit, whose clock is not the one asked for."""
# caught-by: test_times_work_that_is_done, test_warms_up_each_way, test_pushes_before_the_clock_starts
# says: perf_counter; timeit
# keeps: 5

import timeit

import jax
import jax.numpy as jnp
import numpy as np


def dot_three_ways(a):
    h = a.astype(np.float32)
    j, d = jnp.asarray(h).block_until_ready(), jax.device_put(h).block_until_ready()

    def s(dot, v):
        return min(timeit.repeat(lambda: jax.block_until_ready(dot(v, v)), number=1, repeat=4)[1:])

    return {"numpy": s(np.dot, h), "jax": s(jnp.dot, j), "jax_on_numpy": s(jnp.dot, h), "jax_after_put": s(jnp.dot, d)}
