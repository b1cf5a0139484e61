"""Looks the 256 possible answers up."""

import jax.numpy as jnp
import numpy as np


def brighten(img, delta):
    table = np.clip(np.arange(256) + delta, 0, 255).astype(np.uint8)
    return jnp.asarray(table)[img]
