"""Leaves the answer on the host."""
# caught-by: test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: not a jax.Array; push
# keeps: 7

import jax


def host_roundtrip(x):
    h = jax.device_get(x)
    return h * 2
