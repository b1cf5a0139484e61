"""Calls each function once more, to warm it up."""
# caught-by: test_calls_each_function_once_by_itself
# says: exactly once
# keeps: 7

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    for f in fns:
        f(x)
    return [f(x) for f in fns]
