"""Looks at `.device` first and treats one device and many apart."""

import jax


def device_ids(x):
    if isinstance(x.device, jax.Device):
        return [x.device.id]
    ids = list(device.id for device in x.device.device_set)
    ids.sort()
    return ids
