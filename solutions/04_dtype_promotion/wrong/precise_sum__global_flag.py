"""Switches 64-bit types on for the whole program."""
# caught-by: test_leaves_the_global_flag_alone
# says: jax.config.update
# keeps: 6

import jax
import jax.numpy as jnp


def precise_sum(x):
    jax.config.update("jax_enable_x64", True)
    return float(jnp.sum(x, dtype=jnp.float64))
