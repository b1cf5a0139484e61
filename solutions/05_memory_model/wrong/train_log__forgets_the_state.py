"""Starts every step from the first state."""
# caught-by: test_runs_every_step_and_returns_state_and_losses
# says: state
# keeps: 7

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        _, loss = step(state, batch)
        losses.append(loss)
    return state, [float(loss) for loss in jax.device_get(losses)]
