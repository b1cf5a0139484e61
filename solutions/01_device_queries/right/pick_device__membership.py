"""Keeps the devices of a platform that are among this process's."""

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        for device in jax.devices(name):
            if device in mine:
                return device
    raise ValueError(f"none of {list(preferences)} has a device in this process")
