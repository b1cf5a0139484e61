"""Asserts where a ValueError was asked for."""
# caught-by: test_refuses_a_k_out_of_range
# says: ValueError
# keeps: 9

import jax


def top_k_to_host(x, k):
    assert 0 <= k <= len(x)
    values, _ = jax.lax.top_k(x, k)
    return jax.device_get(values)
