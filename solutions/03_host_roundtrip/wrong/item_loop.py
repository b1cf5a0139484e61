"""Fetches element by element with .item() and loses the dtype as well."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy
# says: dtype
# keeps: 3

import jax.numpy as jnp


def host_roundtrip(x):
    return jnp.asarray([x[i].item() * 2 for i in range(x.shape[0])])
