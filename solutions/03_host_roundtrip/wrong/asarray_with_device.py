"""Names a device in jnp.asarray, which commits the answer to it."""
# caught-by: test_comes_back_uncommitted_on_the_default_device
# says: committed
# keeps: 8

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(h * 2, device=jax.devices()[0])
