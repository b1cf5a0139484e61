"""Rounds k to float32 on the way, and with it a float64 product."""
# caught-by: test_with_64_bit_types_on
# says: not the product; digits
# keeps: 8

import jax.numpy as jnp


def scale(x, k):
    return (x * jnp.float32(k)).astype(x.dtype)
