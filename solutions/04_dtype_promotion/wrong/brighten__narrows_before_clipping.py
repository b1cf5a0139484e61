"""Narrows first and clips afterwards."""
# caught-by: test_ends_at_255, test_ends_at_0, test_takes_any_int32
# says: 255; wrap
# keeps: 2

import jax.numpy as jnp


def brighten(img, delta):
    wide = img.astype(jnp.int32) + jnp.clip(delta, -255, 255)
    return jnp.clip(wide.astype(jnp.uint8), 0, 255)
