"""Collects the devices of the pieces."""

def device_ids(x):
    return sorted({shard.device.id for shard in x.addressable_shards})
