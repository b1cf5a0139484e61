"""Goes through a Python list and gives the dtype back at the end."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: device_get; never
# keeps: 6

import jax.numpy as jnp


def host_roundtrip(x):
    return jnp.asarray([2 * v for v in x.tolist()], dtype=x.dtype)
