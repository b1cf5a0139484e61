"""Fetches every loss at once."""
# caught-by: test_reads_no_loss_before_the_last_step, test_fetches_all_losses_with_one_device_get
# says: device_get; steps to come
# keeps: 4

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(float(jax.device_get(loss)))
    return state, losses
