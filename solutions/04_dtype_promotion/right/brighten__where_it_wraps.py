"""Clips the delta, adds in int32 and picks the ends with where."""

import jax.numpy as jnp


def brighten(img, delta):
    wide = img.astype("int32") + jnp.clip(delta, -1000, 1000)
    return jnp.where(wide > 255, 255, jnp.where(wide < 0, 0, wide)).astype(img.dtype)
