"""Takes k = 0 for a mistake."""
# caught-by: test_takes_every_k_from_0_to_n
# says: k = 0; ValueError
# keeps: 8

import jax


def top_k_to_host(x, k):
    if not 0 < k <= len(x):
        raise ValueError("k is out of range")
    values, _ = jax.lax.top_k(x, k)
    return jax.device_get(values)
