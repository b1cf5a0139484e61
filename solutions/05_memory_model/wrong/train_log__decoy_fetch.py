"""Fetches the losses, and reads them all the same."""
# caught-by: test_fetches_all_losses_with_one_device_get
# says: another way
# keeps: 7

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    jax.device_get(losses)
    return state, [float(loss) for loss in losses]
