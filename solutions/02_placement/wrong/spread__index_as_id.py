"""Takes the devices from jax.devices(), not from the list."""
# caught-by: test_deals_round_robin
# says: list you were given
# keeps: 5

import jax


def spread(arrays, devices):
    n = len(devices)
    return [jax.device_put(a, jax.devices()[i % n]) for i, a in enumerate(arrays)]
