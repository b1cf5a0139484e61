"""A slice of everything is a view."""
# caught-by: test_later_writes_do_not_show
# says: memory; copy
# keeps: 5
# applies: cpu

import jax


def safe_push(a):
    return jax.device_put(a[:])
