"""Does it in NumPy and comes back."""

import jax.numpy as jnp
import numpy as np


def brighten(img, delta):
    wide = np.asarray(img).astype(np.int64) + delta
    return jnp.asarray(np.clip(wide, 0, 255).astype(np.uint8))
