"""Takes device_put for a copy."""
# caught-by: test_later_writes_do_not_show
# says: wrote to a; memory; copy
# keeps: 5
# applies: cpu

import jax


def safe_push(a):
    return jax.device_put(a)
