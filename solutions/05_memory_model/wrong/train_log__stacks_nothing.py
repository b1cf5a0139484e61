"""Stacks the losses, which needs at least one."""
# caught-by: test_returns_floats_and_leaves_the_state
# says: ValueError; no batches
# keeps: 9

import jax
import jax.numpy as jnp


def train_log(step, state, batches):
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, jax.device_get(jnp.stack(losses)).tolist()
