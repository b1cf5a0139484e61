"""Widens to int16 only."""
# caught-by: test_takes_any_int32
# says: int16; ends
# keeps: 6

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.int16) + delta, 0, 255).astype(jnp.uint8)
