"""Clips above only."""
# caught-by: test_ends_at_0, test_takes_any_int32
# says: 0; wrap
# keeps: 4

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.minimum(img.astype(jnp.int32) + max(min(delta, 255), -255), 255).astype(jnp.uint8)
