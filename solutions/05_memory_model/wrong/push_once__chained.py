"""Feeds each result to the next function."""
# caught-by: test_returns_every_result_in_order
# says: not what its function makes
# keeps: 6

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    results = []
    for f in fns:
        x = f(x)
        results.append(x)
    return results
