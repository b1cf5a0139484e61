"""Measures the first call."""
# caught-by: test_warms_up_once
# says: very first run
# keeps: 8

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
