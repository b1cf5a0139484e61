"""Copies in NumPy, then pushes the copy."""

import jax


def safe_push(a):
    return jax.device_put(a.copy())
