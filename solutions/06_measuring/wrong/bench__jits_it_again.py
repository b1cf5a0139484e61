"""Wraps f in a jit of its own."""
# caught-by: test_reports_the_fastest_run, test_warms_up_once, test_awaits_every_run, test_awaits_every_leaf_of_a_pytree
# says: call it directly
# keeps: 1

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    f = jax.jit(f)
    jax.block_until_ready(f(x))
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
