"""Returns a list."""
# caught-by: test_returns_the_k_largest_in_descending_order, test_takes_every_k_from_0_to_n, test_moves_k_values_in_one_read, test_returns_a_numpy_array
# says: not an array
# keeps: 1

import jax


def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.lax.top_k(x, k)
    return values.tolist()
