"""Takes what device_get returns for a copy."""
# caught-by: test_can_be_written_to, test_is_independent_of_x
# says: read-only; copy
# keeps: 3

import jax


def snapshot(x):
    return jax.device_get(x)
