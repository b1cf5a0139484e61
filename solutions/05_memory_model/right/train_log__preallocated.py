"""Writes each loss into an array on the device."""

import jax
import jax.numpy as jnp


def train_log(step, state, batches):
    losses = jnp.zeros(len(batches))
    for number, batch in enumerate(batches):
        state, loss = step(state, batch)
        losses = losses.at[number].set(loss)
    return state, jax.device_get(losses).tolist()
