"""Pushes a tree that holds the copy."""

import jax
import numpy as np


def safe_push(a):
    return jax.device_put({"a": np.copy(a)})["a"]
