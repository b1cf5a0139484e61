"""Concatenates losses of length one."""

import jax
import jax.numpy as jnp


def train_log(step, state, batches):
    parts = []
    for batch in batches:
        state, loss = step(state, batch)
        parts.append(jnp.reshape(loss, (1,)))
    losses = jnp.concatenate(parts) if parts else jnp.zeros(0)
    return state, [float(loss) for loss in jax.device_get(losses)]
