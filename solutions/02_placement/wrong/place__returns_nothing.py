"""Moves the array and forgets to return it."""
# caught-by: test_commits_to_the_named_device, test_makes_one_array_of_jax_dtype, test_without_a_device_placed_data_stays, test_without_a_device_host_data_is_uncommitted
# says: return
# keeps: 0

import jax
import jax.numpy as jnp


def place(x, device=None):
    x = jax.device_put(jnp.asarray(x), device)
