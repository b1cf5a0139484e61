"""Switches 64-bit types on in a cell of its own."""
# caught-by: test_leaves_the_global_flag_alone
# says: 64-bit types were on
# keeps: 6

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def precise_sum(x):
    return float(jnp.sum(x, dtype=jnp.float64))
