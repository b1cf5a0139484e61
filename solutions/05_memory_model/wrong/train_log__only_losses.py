"""Returns the losses alone."""
# caught-by: test_runs_every_step_and_returns_state_and_losses, test_returns_floats_and_leaves_the_state
# says: two things
# keeps: 6

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return [float(loss) for loss in jax.device_get(losses)]
