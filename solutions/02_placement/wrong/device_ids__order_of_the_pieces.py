"""Lists the devices in the order in which the pieces of x lie on them."""
# caught-by: test_sorts_them
# says: sort
# keeps: 6

def device_ids(x):
    return [shard.device.id for shard in x.addressable_shards]
