"""Awaits the last leaf."""
# caught-by: test_awaits_every_leaf_of_a_pytree
# says: only some were awaited
# keeps: 8

import time

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n must be at least 1")
    jax.tree.leaves(f(x))[-1].block_until_ready()
    seconds = []
    for _ in range(n):
        start = time.perf_counter()
        jax.tree.leaves(f(x))[-1].block_until_ready()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
