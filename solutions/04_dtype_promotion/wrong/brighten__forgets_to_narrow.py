"""Leaves the image in int32."""
# caught-by: test_gives_a_uint8_image_of_the_same_shape
# says: not uint8; narrow
# keeps: 6

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.int32) + jnp.clip(delta, -255, 255), 0, 255)
