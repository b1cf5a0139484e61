"""Fetches the losses after the loop, one by one."""
# caught-by: test_fetches_all_losses_with_one_device_get
# says: more than once; whole list
# keeps: 7

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, [float(jax.device_get(loss)) for loss in losses]
