"""A helper times one run; the first one is dropped. `min` of nothing is a ValueError by itself."""

import time as t

import jax as j


def bench(f, x, n):
    def once():
        begin = t.perf_counter()
        y = f(x)
        j.block_until_ready(y)
        return t.perf_counter() - begin

    return min([once() for _ in range(n + 1)][1:])
