"""Writes into what device_get returned."""
# caught-by: test_sets_the_item_and_nothing_else, test_keeps_the_dtype, test_a_wrong_index_raises, test_comes_back_uncommitted_on_the_default_device, test_leaves_x_alone
# says: ValueError; read-only; copy
# keeps: 0

import jax
import jax.numpy as jnp


def edit_on_host(x, index, value):
    h = jax.device_get(x)
    h[index] = value
    return jnp.asarray(h)
