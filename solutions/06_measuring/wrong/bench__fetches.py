"""Waits by fetching."""
# caught-by: test_awaits_every_run
# says: fetched to the host
# keeps: 7

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.device_get(f(x))
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.device_get(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
