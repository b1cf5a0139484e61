"""Reads the keys of the map from devices to slices."""

def device_ids(x):
    return sorted(device.id for device in x.sharding.devices_indices_map(x.shape))
