"""Measures with timeit, whose clock is not the one asked for."""
# caught-by: test_reports_the_fastest_run, test_warms_up_once, test_awaits_every_run, test_awaits_every_leaf_of_a_pytree
# says: perf_counter; timeit
# keeps: 1

import timeit

import jax


def bench(f, x, n):
    if n < 1:
        raise ValueError("n")
    jax.block_until_ready(f(x))
    return min(timeit.repeat(lambda: jax.block_until_ready(f(x)), number=1, repeat=n))
