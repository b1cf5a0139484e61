"""Takes cumsum as it is."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24, test_gives_int32, test_of_nothing
# says: int8; wrapped
# keeps: 2

import jax.numpy as jnp


def running_total(x):
    return jnp.cumsum(x)
