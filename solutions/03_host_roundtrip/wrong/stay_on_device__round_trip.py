"""Repeats the round trip of the first exercise."""
# caught-by: test_fetches_nothing, test_stays_on_x_s_device
# says: device_get; where it is
# keeps: 3

import jax
import jax.numpy as jnp


def stay_on_device(x):
    return jnp.asarray(jax.device_get(x) * 2)
