"""Goes through the host and puts the result where x was."""
# caught-by: test_fetches_nothing, test_stays_on_x_s_device
# says: device_get; where it is
# keeps: 3

import jax


def stay_on_device(x):
    return jax.device_put(jax.device_get(x) * 2, x.sharding)
