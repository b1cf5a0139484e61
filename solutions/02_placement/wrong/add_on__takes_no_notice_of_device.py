"""Always adds on the first device."""
# caught-by: test_the_sum_is_committed_to_the_device
# says: not on the device
# keeps: 7

import jax


def add_on(x, y, device):
    x, y = jax.device_put((x, y), jax.devices()[0])
    return x + y
