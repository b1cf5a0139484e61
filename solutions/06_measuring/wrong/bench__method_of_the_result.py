"""Calls the method, which a dictionary has not."""
# caught-by: test_awaits_every_leaf_of_a_pytree
# says: dictionary cannot be awaited
# keeps: 8

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    f(x).block_until_ready()
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        f(x).block_until_ready()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
