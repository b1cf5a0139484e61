"""Seeds a list with the first element, which an empty array has not."""
# caught-by: test_of_nothing
# says: IndexError; no elements
# keeps: 8

import jax.numpy as jnp


def running_total(x):
    first = x[0].astype(jnp.int32)
    return jnp.concatenate([first[None], first + jnp.cumsum(x[1:], dtype=jnp.int32)])
