"""Doubles element by element under jax.vmap, where device_get is handed a tracer."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: tracer
# keeps: 3

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    return jax.vmap(lambda v: jnp.asarray(jax.device_get(v) * 2))(x)
