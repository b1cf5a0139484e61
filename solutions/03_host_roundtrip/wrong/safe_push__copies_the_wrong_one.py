"""Copies after the push, and copies a."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu

import jax


def safe_push(a):
    y = jax.device_put(a)
    a = a.copy()
    return y
