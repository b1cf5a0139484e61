"""Counts the rounds wrongly and never uses the last device."""
# caught-by: test_deals_round_robin
# says: every device
# keeps: 5

import jax


def spread(arrays, devices):
    n = len(devices) - 1
    return [jax.device_put(a, devices[i % n]) for i, a in enumerate(arrays)]
