"""Fetches the state as well, and returns the one on the device."""
# caught-by: test_returns_floats_and_leaves_the_state
# says: state was fetched
# keeps: 9

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    _, fetched = jax.device_get((state, losses))
    return state, [float(loss) for loss in fetched]
