"""Reads the clock, then waits."""
# caught-by: test_awaits_every_run, test_awaits_every_leaf_of_a_pytree
# says: read before the work was done
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
        y = f(x)
        seconds.append(time.perf_counter() - start)
        jax.block_until_ready(y)
    return min(seconds)
