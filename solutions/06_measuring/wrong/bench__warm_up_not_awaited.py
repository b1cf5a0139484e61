"""Does not await the warm-up."""
# caught-by: test_awaits_every_run
# says: warm-up was still running
# keeps: 7

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    f(x)
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.block_until_ready(f(x))
        seconds.append(time.perf_counter() - start)
    return min(seconds)
