"""Pushes a dictionary that holds the array."""

import jax


def push_once(a, fns):
    data = jax.device_put({"a": a})
    return [f(data["a"]) for f in fns]
