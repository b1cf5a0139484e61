"""Times the dispatch."""
# caught-by: test_awaits_every_run, test_awaits_every_leaf_of_a_pytree
# says: accept; block_until_ready
# keeps: 5

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    f(x)
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        f(x)
        seconds.append(time.perf_counter() - start)
    return min(seconds)
