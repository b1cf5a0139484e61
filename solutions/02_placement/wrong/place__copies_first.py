"""Copies with jnp.array, a computation, which moves an uncommitted array to the default device."""
# caught-by: test_without_a_device_placed_data_stays
# says: uncommitted; moved
# keeps: 7

import jax
import jax.numpy as jnp


def place(x, device=None):
    return jax.device_put(jnp.array(x), device)
