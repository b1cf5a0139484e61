"""Closes a for the push and opens it again."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu

import jax


def safe_push(a):
    a.flags.writeable = False
    y = jax.device_put(a)
    a.flags.writeable = True
    return y
