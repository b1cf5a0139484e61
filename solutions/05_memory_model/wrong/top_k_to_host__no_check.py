"""Does not look at k."""
# caught-by: test_refuses_a_k_out_of_range
# says: larger than n
# keeps: 9

import jax
import jax.numpy as jnp


def top_k_to_host(x, k):
    return jax.device_get(jnp.sort(x, descending=True)[:k])
