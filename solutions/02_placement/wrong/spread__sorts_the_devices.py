"""Sorts the devices by id first."""
# caught-by: test_deals_round_robin
# says: order
# keeps: 5

import jax


def spread(arrays, devices):
    devices = sorted(devices, key=lambda d: d.id)
    return [jax.device_put(a, devices[i % len(devices)]) for i, a in enumerate(arrays)]
