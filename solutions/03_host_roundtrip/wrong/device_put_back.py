"""Pushes with jax.device_put instead of jnp.asarray."""
# caught-by: test_is_pushed_with_jnp_asarray
# says: jnp.asarray
# keeps: 9

import jax


def host_roundtrip(x):
    h = jax.device_get(x)
    return jax.device_put(h * 2)
