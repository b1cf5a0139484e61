"""Relies on NumPy's cumsum, which widens, on the host."""
# caught-by: test_stays_on_the_device
# says: the result is not, so the data left
# keeps: 7

import jax.numpy as jnp
import numpy as np


def running_total(x):
    return jnp.asarray(np.cumsum(np.asarray(x)), jnp.int32)
