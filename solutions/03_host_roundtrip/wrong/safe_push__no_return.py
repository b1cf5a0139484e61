"""Pushes and forgets to return."""
# caught-by: test_pushes_values_and_dtype, test_later_writes_do_not_show, test_arrives_uncommitted_on_the_default_device
# says: return
# keeps: 2

import jax.numpy as jnp


def safe_push(a):
    y = jnp.array(a)
