"""Returns a NumPy array of the ids."""
# caught-by: test_is_a_list_of_plain_ints
# says: not a list; ints
# keeps: 7

import numpy as np


def device_ids(x):
    return np.sort([device.id for device in x.devices()])
