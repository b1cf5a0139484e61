"""Gives each device a block of neighbours."""
# caught-by: test_deals_round_robin
# says: round robin; mod
# keeps: 5

import jax


def spread(arrays, devices):
    per_device = -(-len(arrays) // len(devices))
    return [jax.device_put(a, devices[i // per_device]) for i, a in enumerate(arrays)]
