"""Makes a uint8 of delta, which may be negative."""
# caught-by: test_ends_at_0, test_takes_any_int32
# says: OverflowError; negative
# keeps: 4

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.int32) + jnp.uint8(delta), 0, 255).astype(jnp.uint8)
