"""Pushes a list with one copy for every function."""
# caught-by: test_pushes_a_once_and_uses_it
# says: more than once
# keeps: 6

import jax


def push_once(a, fns):
    copies = jax.device_put([a] * len(fns))
    return [f(x) for f, x in zip(fns, copies)]
