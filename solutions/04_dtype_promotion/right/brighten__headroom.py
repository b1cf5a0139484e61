"""Stays in uint8 and never adds more than there is room for."""

import jax.numpy as jnp


def brighten(img, delta):
    if delta >= 0:
        return img + jnp.minimum(255 - img, jnp.uint8(min(delta, 255)))
    return img - jnp.minimum(img, jnp.uint8(min(-delta, 255)))
