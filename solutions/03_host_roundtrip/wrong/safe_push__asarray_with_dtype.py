"""A dtype makes asarray take another road."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu

import jax.numpy as jnp


def safe_push(a):
    return jnp.asarray(a, dtype=a.dtype)
