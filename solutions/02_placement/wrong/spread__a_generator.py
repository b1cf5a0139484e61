"""Returns a generator."""
# caught-by: test_deals_round_robin, test_commits_each, test_keeps_order_values_and_dtypes, test_deals_any_number
# says: list
# keeps: 0

import itertools

import jax


def spread(arrays, devices):
    return (jax.device_put(a, d) for a, d in zip(arrays, itertools.cycle(devices)))
