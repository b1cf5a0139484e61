"""Moves both, adds, and names the device once more for the sum."""

import jax


def add_on(x, y, device):
    a, b = (jax.device_put(v, device) for v in (x, y))
    return jax.device_put(a + b, device)
