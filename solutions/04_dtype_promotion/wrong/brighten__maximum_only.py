"""Clips below only."""
# caught-by: test_ends_at_255, test_takes_any_int32
# says: 255; wrap
# keeps: 4

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.maximum(img.astype(jnp.int32) + max(min(delta, 255), -255), 0).astype(jnp.uint8)
