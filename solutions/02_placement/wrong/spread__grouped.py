"""Goes through the devices and collects what each gets, so the order changes."""
# caught-by: test_deals_round_robin, test_keeps_order_values_and_dtypes
# says: round robin
# keeps: 3

import jax


def spread(arrays, devices):
    placed = []
    for k, d in enumerate(devices):
        placed += [jax.device_put(a, d) for a in arrays[k :: len(devices)]]
    return placed
