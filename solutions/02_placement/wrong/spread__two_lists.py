"""Hands both lists to device_put, which needs a device for each array."""
# caught-by: test_deals_round_robin, test_commits_each, test_keeps_order_values_and_dtypes, test_deals_any_number
# says: ValueError; device for each
# keeps: 0

import jax


def spread(arrays, devices):
    return jax.device_put(arrays, devices)
