"""Widens to an unsigned type, where nothing is below 0."""
# caught-by: test_ends_at_0, test_takes_any_int32
# says: 0; wrap
# keeps: 4

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.uint16) + jnp.clip(delta, -255, 255), 0, 255).astype(jnp.uint8)
