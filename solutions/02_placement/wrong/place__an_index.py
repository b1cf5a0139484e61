"""Takes the device for an index."""
# caught-by: test_commits_to_the_named_device, test_makes_one_array_of_jax_dtype
# says: TypeError; not the number
# keeps: 5

import jax
import jax.numpy as jnp


def place(x, device=None):
    x = jnp.asarray(x)
    return x if device is None else jax.device_put(x, jax.devices()[device])
