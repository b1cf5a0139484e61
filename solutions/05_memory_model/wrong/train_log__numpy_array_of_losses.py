"""Lets NumPy collect the losses."""
# caught-by: test_fetches_all_losses_with_one_device_get
# says: never called
# keeps: 7

import numpy as np


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, np.array(losses).tolist()
