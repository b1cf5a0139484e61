"""Moves x to JAX's CPU device, PyTorch style, and takes that for the host."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: device_get; never
# keeps: 3

import jax


def host_roundtrip(x):
    on_cpu = jax.device_put(x, jax.devices("cpu")[0])
    return jax.device_put(on_cpu * 2, x.device)
