"""Reads the loss before last, while the next step runs."""
# caught-by: test_reads_no_loss_before_the_last_step, test_fetches_all_losses_with_one_device_get
# says: read
# keeps: 4

def train_log(step, state, batches):
    losses, previous = [], None
    for batch in batches:
        state, loss = step(state, batch)
        if previous is not None:
            losses.append(float(previous))
        previous = loss
    if previous is not None:
        losses.append(float(previous))
    return state, losses
