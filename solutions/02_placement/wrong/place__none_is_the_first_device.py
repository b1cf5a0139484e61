"""Takes None for the first device."""
# caught-by: test_without_a_device_placed_data_stays, test_without_a_device_host_data_is_uncommitted
# says: moved; stays
# keeps: 5

import jax
import jax.numpy as jnp


def place(x, device=None):
    if device is None:
        device = jax.devices()[0]
    return jax.device_put(jnp.asarray(x), device)
