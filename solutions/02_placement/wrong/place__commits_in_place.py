"""Without a device, commits placed data to the device that it is on."""
# caught-by: test_without_a_device_placed_data_stays, test_without_a_device_host_data_is_uncommitted
# says: committed; leave
# keeps: 5

import jax
import jax.numpy as jnp


def place(x, device=None):
    x = jnp.asarray(x)
    return jax.device_put(x, x.sharding if device is None else device)
