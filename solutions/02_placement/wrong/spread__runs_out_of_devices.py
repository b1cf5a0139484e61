"""Takes device i for array i."""
# caught-by: test_deals_round_robin, test_commits_each, test_keeps_order_values_and_dtypes
# says: IndexError; first again
# keeps: 1

import jax


def spread(arrays, devices):
    return [jax.device_put(a, devices[i]) for i, a in enumerate(arrays)]
