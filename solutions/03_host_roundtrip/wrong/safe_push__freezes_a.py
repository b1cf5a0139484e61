"""Closes a for writing."""
# caught-by: test_a_stays_writable
# says: no longer be written
# keeps: 6

import jax


def safe_push(a):
    a.flags.writeable = False
    return jax.device_put(a)
