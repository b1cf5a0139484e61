"""Takes everything through NumPy, which forgets where it was."""
# caught-by: test_without_a_device_placed_data_stays
# says: moved; stays
# keeps: 7

import jax
import numpy as np


def place(x, device=None):
    return jax.device_put(np.asarray(x), device)
