"""Goes through float32, whose ends are far away."""

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.float32) + delta, 0, 255).astype(jnp.uint8)
