"""Clips to 256, which is 0 again."""
# caught-by: test_ends_at_255, test_takes_any_int32
# says: 255; wrap
# keeps: 4

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.int32) + jnp.clip(delta, -512, 512), 0, 256).astype(jnp.uint8)
