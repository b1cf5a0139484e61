"""Returns what was fetched as it is."""
# caught-by: test_returns_floats_and_leaves_the_state
# says: Python floats
# keeps: 9

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, jax.device_get(losses)
