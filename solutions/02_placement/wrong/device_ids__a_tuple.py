"""Returns a tuple."""
# caught-by: test_is_a_list_of_plain_ints
# says: not a list
# keeps: 7

def device_ids(x):
    return tuple(sorted(device.id for device in x.devices()))
