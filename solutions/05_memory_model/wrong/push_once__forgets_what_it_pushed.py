"""Pushes once, then goes on with the NumPy array."""
# caught-by: test_pushes_a_once_and_uses_it
# says: still handed the NumPy array
# keeps: 6

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    return [f(a) for f in fns]
