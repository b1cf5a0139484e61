"""Pushes inside the loop."""
# caught-by: test_pushes_a_once_and_uses_it
# says: more than once; before the loop
# keeps: 6

import jax.numpy as jnp


def push_once(a, fns):
    return [f(jnp.asarray(a)) for f in fns]
