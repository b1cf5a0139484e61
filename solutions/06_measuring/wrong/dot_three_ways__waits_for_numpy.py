"""Calls JAX's method on NumPy's result."""
# caught-by: test_reports_seconds_for_four_ways, test_computes_in_float32, test_computes_dot_in_four_ways, test_times_work_that_is_done, test_warms_up_each_way, test_pushes_before_the_clock_starts
# says: no method
# keeps: 0

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
    dot(v, v).block_until_ready()
    start = time.perf_counter()
    dot(v, v).block_until_ready()
    return time.perf_counter() - start
