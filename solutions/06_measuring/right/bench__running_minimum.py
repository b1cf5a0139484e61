"""Keeps the best so far, and waits by the leaves' own method."""

from time import perf_counter

import jax


def bench(f, x, n):
    if n <= 0:
        raise ValueError(n)
    best = float("inf")
    for run in range(n + 1):
        start = perf_counter()
        for leaf in jax.tree.leaves(f(x)):
            leaf.block_until_ready()
        stop = perf_counter()
        if run:
            best = min(best, stop - start)
    return best
