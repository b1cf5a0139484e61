"""Trusts asarray, which copies only since 0.10.1."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu, jax<0.10.1

import jax.numpy as jnp


def safe_push(a):
    return jnp.asarray(a)
