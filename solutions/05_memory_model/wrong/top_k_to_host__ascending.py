"""Returns them in ascending order."""
# caught-by: test_returns_the_k_largest_in_descending_order, test_takes_every_k_from_0_to_n
# says: largest first
# keeps: 5

import jax
import jax.numpy as jnp


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    return jax.device_get(jnp.sort(x)[len(x) - k :])
