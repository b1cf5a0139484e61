"""Wraps all functions in one more jit."""
# caught-by: test_calls_each_function_once_by_itself
# says: tracer; directly
# keeps: 7

import jax


def push_once(a, fns):
    x = jax.device_put(a)
    return jax.jit(lambda v: [f(v) for f in fns])(x)
