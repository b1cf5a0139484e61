"""Returns where they are."""
# caught-by: test_returns_the_k_largest_in_descending_order, test_takes_every_k_from_0_to_n
# says: not the k largest
# keeps: 5

import jax


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    _, indices = jax.lax.top_k(x, k)
    return jax.device_get(indices)
