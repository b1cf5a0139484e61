"""Counts the warm-up among the n."""
# caught-by: test_warms_up_once
# says: one timed run besides the warm-up
# keeps: 8

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.block_until_ready(f(x))
    seconds = []
    for _ in range(n - 1):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
