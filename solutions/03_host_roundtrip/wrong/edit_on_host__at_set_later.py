"""Fetches and pushes, then edits on the device after all."""
# caught-by: test_a_wrong_index_raises
# says: IndexError; NumPy
# keeps: 8

import jax
import jax.numpy as jnp


def edit_on_host(x, index, value):
    return jnp.asarray(jax.device_get(x)).at[index].set(value)
