"""Cuts up on the device."""

import jax
import jax.numpy as jnp
import numpy as np


def normalise(batches):
    if len(batches) == 0:
        return []
    cuts = np.cumsum([batch.size for batch in batches])[:-1]
    x = jnp.concatenate(jax.device_put(list(batches)))
    centred = x - jnp.mean(x)
    scores = jnp.nan_to_num(centred / jnp.sqrt(jnp.mean(centred**2)))
    return jax.device_get(jnp.split(scores, cuts.tolist()))
