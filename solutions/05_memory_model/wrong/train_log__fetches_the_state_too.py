"""Fetches the state along with the losses."""
# caught-by: test_returns_floats_and_leaves_the_state
# says: state; device
# keeps: 9

import jax


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    state, losses = jax.device_get((state, losses))
    return state, [float(loss) for loss in losses]
