"""Makes do with what there is."""
# caught-by: test_refuses_a_k_out_of_range
# says: ValueError
# keeps: 9

import jax


def top_k_to_host(x, k):
    k = max(0, min(k, len(x)))
    values, _ = jax.lax.top_k(x, k)
    return jax.device_get(values)
