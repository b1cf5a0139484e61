"""Prints every loss."""
# caught-by: test_reads_no_loss_before_the_last_step
# says: print
# keeps: 7

import jax


def train_log(step, state, batches):
    losses = []
    for number, batch in enumerate(batches):
        state, loss = step(state, batch)
        print(f"batch {number}: loss {loss}")
        losses.append(loss)
    return state, [float(loss) for loss in jax.device_get(losses)]
