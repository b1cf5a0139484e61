"""Sends the answer back to x's own device, where it is committed."""
# caught-by: test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: committed
# keeps: 7

import jax


def host_roundtrip(x):
    h = jax.device_get(x)
    return jax.device_put(h * 2, x.sharding)
