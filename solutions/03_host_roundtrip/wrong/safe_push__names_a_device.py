"""Names the device to push to."""
# caught-by: test_arrives_uncommitted_on_the_default_device
# says: committed; naming a place
# keeps: 7

import jax


def safe_push(a):
    return jax.device_put(a.copy(), jax.devices()[0])
