"""Does it all with NumPy."""
# caught-by: test_pushes_all_batches_with_one_device_put, test_computes_on_the_device, test_fetches_everything_with_one_device_get
# says: never called; push
# keeps: 5

import numpy as np


def normalise(batches):
    if not batches:
        return []
    everything = np.concatenate(batches)
    mean, deviation = everything.mean(), everything.std() or np.float32(1)
    return [(batch - mean) / deviation for batch in batches]
