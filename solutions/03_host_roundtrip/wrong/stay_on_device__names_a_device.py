"""Moves x to the first device before doubling."""
# caught-by: test_stays_on_x_s_device
# says: name no device
# keeps: 6

import jax


def stay_on_device(x):
    return jax.device_put(x, jax.devices()[0]) * 2
