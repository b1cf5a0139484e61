"""Asks dlpack for a copy."""
# caught-by: test_pushes_values_and_dtype, test_later_writes_do_not_show, test_arrives_uncommitted_on_the_default_device
# says: 
# keeps: 2
# applies: cpu

import jax.numpy as jnp


def safe_push(a):
    return jnp.from_dlpack(a, copy=True)
