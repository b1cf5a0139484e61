"""Jits the step, which is jitted already."""
# caught-by: test_runs_every_step_and_returns_state_and_losses, test_reads_no_loss_before_the_last_step, test_fetches_all_losses_with_one_device_get, test_returns_floats_and_leaves_the_state
# says: CalledWhileTracing; directly
# keeps: 0

import jax


def train_log(step, state, batches):
    step = jax.jit(step)
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, [float(loss) for loss in jax.device_get(losses)]
