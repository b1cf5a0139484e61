"""Every import under another name."""

import jax.numpy as np2
from jax import device_get as fetch


def host_roundtrip(x):
    return np2.asarray(fetch(x) * 2)
