"""Reads every loss with NumPy, at once."""
# caught-by: test_reads_no_loss_before_the_last_step, test_fetches_all_losses_with_one_device_get
# says: read; fetch after
# keeps: 4

import numpy as np


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(float(np.asarray(loss)))
    return state, losses
