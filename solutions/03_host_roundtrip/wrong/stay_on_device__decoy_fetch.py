"""Fetches x, ignores the copy and doubles x."""
# caught-by: test_fetches_nothing
# says: device_get
# keeps: 5

import jax


def stay_on_device(x):
    h = jax.device_get(x)
    assert h.ndim == 1
    return x * 2
