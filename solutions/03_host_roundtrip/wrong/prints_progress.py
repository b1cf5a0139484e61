"""Prints a progress message."""
# caught-by: test_device_get_is_called_once_on_x
# says: print
# keeps: 8

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    print("doubling", len(h), "numbers on the host")
    return jnp.asarray(h * 2)
