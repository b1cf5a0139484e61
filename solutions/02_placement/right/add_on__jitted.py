"""Moves a dictionary to a sharding and adds under jit."""

import jax
from jax.sharding import SingleDeviceSharding


@jax.jit
def total(pair):
    return pair["x"] + pair["y"]


def add_on(x, y, device):
    return total(jax.device_put({"x": x, "y": y}, SingleDeviceSharding(device)))
