"""Returns the losses unfetched."""
# caught-by: test_fetches_all_losses_with_one_device_get, test_returns_floats_and_leaves_the_state
# says: never called
# keeps: 6

def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, losses
