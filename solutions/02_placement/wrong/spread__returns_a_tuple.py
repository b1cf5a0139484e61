"""Returns a tuple."""
# caught-by: test_deals_any_number
# says: not a list
# keeps: 7

import jax


def spread(arrays, devices):
    return tuple(jax.device_put(a, devices[i % len(devices)]) for i, a in enumerate(arrays))
