"""Leaves the refusal to jax.lax.top_k, and fetches a list."""

import jax


def top_k_to_host(x, k):
    return jax.device_get([jax.lax.top_k(x, k)[0]])[0]
