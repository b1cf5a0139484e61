"""Fetches a tree that holds x."""

import jax


def snapshot(x):
    return jax.device_get({"x": x})["x"].copy()
