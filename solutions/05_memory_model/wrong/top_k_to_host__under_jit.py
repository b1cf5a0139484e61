"""Fetches inside jit, where there is only a tracer."""
# caught-by: test_moves_k_values_in_one_read, test_returns_a_numpy_array
# says: tracer
# keeps: 6

import functools

import jax


@functools.partial(jax.jit, static_argnums=1)
def top_k_to_host(x, k):
    if not 0 <= k <= len(x):
        raise ValueError(f"k is {k}")
    values, _ = jax.lax.top_k(x, k)
    return jax.device_get(values)
