"""Asks the sharding for its device set."""

def device_ids(x):
    return sorted(device.id for device in x.sharding.device_set)
