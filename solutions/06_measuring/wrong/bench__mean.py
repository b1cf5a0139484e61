"""Averages."""
# caught-by: test_reports_the_fastest_run, test_awaits_every_run
# says: average
# keeps: 5

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.block_until_ready(f(x))
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return sum(seconds) / n
