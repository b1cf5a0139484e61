"""Wraps the finished function in jax.jit at the end of the file."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: jit; tracer
# keeps: 3

import jax
import jax.numpy as jnp


def double_on_host(x):
    return jnp.asarray(jax.device_get(x) * 2)


host_roundtrip = jax.jit(double_on_host)
