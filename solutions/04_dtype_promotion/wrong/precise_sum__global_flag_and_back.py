"""Switches 64-bit types on and off again."""
# caught-by: test_leaves_the_global_flag_alone
# says: jax.config.update; set back
# keeps: 6

import jax
import jax.numpy as jnp


def precise_sum(x):
    jax.config.update("jax_enable_x64", True)
    try:
        return float(jnp.sum(x, dtype=jnp.float64))
    finally:
        jax.config.update("jax_enable_x64", False)
