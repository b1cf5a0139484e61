"""Returns the grand total."""
# caught-by: test_does_not_wrap, test_counts_exactly_above_2_24, test_gives_int32, test_stays_on_the_device, test_of_nothing
# says: one total for each
# keeps: 0

import jax.numpy as jnp


def running_total(x):
    return jnp.sum(x, dtype=jnp.int32)
