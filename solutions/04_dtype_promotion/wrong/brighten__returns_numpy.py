"""Does it all in NumPy and leaves it there."""
# caught-by: test_gives_a_uint8_image_of_the_same_shape
# says: not a jax.Array
# keeps: 6

import numpy as np


def brighten(img, delta):
    return np.clip(np.asarray(img).astype(np.int64) + delta, 0, 255).astype(np.uint8)
