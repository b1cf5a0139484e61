"""Waits for every loss."""
# caught-by: test_reads_no_loss_before_the_last_step
# says: waited
# keeps: 7

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(jax.block_until_ready(loss))
    return state, [float(loss) for loss in jax.device_get(losses)]
