"""Shares the arrays out by their number and fails when there is none."""
# caught-by: test_deals_any_number
# says: no arrays; IndexError
# keeps: 7

import jax


def spread(arrays, devices):
    first = jax.device_put(arrays[0], devices[0])
    n = len(devices)
    return [first] + [jax.device_put(a, devices[i % n]) for i, a in enumerate(arrays) if i]
