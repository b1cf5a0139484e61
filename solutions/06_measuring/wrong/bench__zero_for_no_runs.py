"""Gives 0 for n below 1."""
# caught-by: test_refuses_no_runs
# says: must raise ValueError
# keeps: 9

import time

import jax


def bench(f, x, n):
    if n < 1:
        return 0.0
    jax.block_until_ready(f(x))
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
