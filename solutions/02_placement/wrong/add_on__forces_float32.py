"""Adds in float32."""
# caught-by: test_adds_arrays_that_are_together
# says: dtype; int32
# keeps: 8

import jax


def add_on(x, y, device):
    x, y = jax.device_put((x, y), device)
    return (x + y).astype("float32")
