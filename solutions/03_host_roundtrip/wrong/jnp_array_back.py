"""Pushes with jnp.array instead of jnp.asarray."""
# caught-by: test_is_pushed_with_jnp_asarray
# says: jnp.asarray
# keeps: 9

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.array(h * 2)
