"""Puts everything on the first device."""
# caught-by: test_deals_round_robin
# says: every device; one by one
# keeps: 5

import jax


def spread(arrays, devices):
    return [jax.device_put(a, devices[0]) for a in arrays]
