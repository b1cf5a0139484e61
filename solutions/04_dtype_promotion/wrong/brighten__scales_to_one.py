"""Treats the image as running from 0 to 1."""
# caught-by: test_ends_at_255, test_ends_at_0, test_takes_any_int32, test_gives_a_uint8_image_of_the_same_shape
# says: no clipping
# keeps: 0

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img / 255 + delta / 255, 0, 1)
