"""Without a device, names the default one, which commits."""
# caught-by: test_without_a_device_host_data_is_uncommitted
# says: committed; nobody
# keeps: 8

import jax
import jax.numpy as jnp


def place(x, device=None):
    if device is None and not isinstance(x, jax.Array):
        device = jax.devices()[0]
    return jax.device_put(jnp.asarray(x), device)
