"""Starts the clock once, before the loop."""
# caught-by: test_reports_the_fastest_run
# says: right before and right after each run
# keeps: 8

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.block_until_ready(f(x))
    seconds = []
    start = time.perf_counter()
    for _ in range(n):
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
