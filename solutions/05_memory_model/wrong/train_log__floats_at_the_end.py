"""Reads the losses after the loop, one by one."""
# caught-by: test_fetches_all_losses_with_one_device_get
# says: never called; one call
# keeps: 7

def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, [float(loss) for loss in losses]
