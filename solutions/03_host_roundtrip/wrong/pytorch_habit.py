"""Calls methods that a PyTorch tensor has and a JAX array has not."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: AttributeError
# keeps: 0

import jax.numpy as jnp


def host_roundtrip(x):
    h = x.cpu().numpy()
    return jnp.asarray(h * 2)
