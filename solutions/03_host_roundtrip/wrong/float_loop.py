"""Fetches element by element with float()."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: device_get; never
# keeps: 6

import jax.numpy as jnp


def host_roundtrip(x):
    doubled = []
    for i in range(len(x)):
        doubled.append(float(x[i]) * 2)
    return jnp.asarray(doubled, dtype=x.dtype)
