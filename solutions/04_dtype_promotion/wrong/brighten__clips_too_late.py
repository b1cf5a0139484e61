"""Clips what has wrapped already."""
# caught-by: test_ends_at_255, test_ends_at_0, test_takes_any_int32
# says: 255; wrap
# keeps: 2

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img + delta, 0, 255)
