"""Zips the two lists, which stops at the shorter one."""
# caught-by: test_deals_round_robin
# says: length
# keeps: 5

import jax


def spread(arrays, devices):
    return [jax.device_put(a, d) for a, d in zip(arrays, devices)]
