"""Assigns into the image."""
# caught-by: test_ends_at_255, test_ends_at_0, test_takes_any_int32, test_gives_a_uint8_image_of_the_same_shape
# says: TypeError; in place
# keeps: 0

import jax.numpy as jnp


def brighten(img, delta):
    wide = img.astype(jnp.int32) + jnp.clip(delta, -255, 255)
    img[:] = jnp.clip(wide, 0, 255)
    return img
