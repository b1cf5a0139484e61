"""Returns a map, which has called nothing yet."""
# caught-by: test_returns_every_result_in_order, test_calls_each_function_once_by_itself, test_leaves_the_results_on_the_device
# says: list
# keeps: 3

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    return map(lambda f: f(x), fns)
