"""Eager, with a tuple, and a small number that keeps the quotient finite."""

import jax
import jax.numpy as jnp


def normalise(batches):
    xs = jax.device_put(tuple(batches))
    count = max(1, sum(map(len, batches)))
    mean = sum(x.sum() for x in xs) / count
    variance = sum(((x - mean) ** 2).sum() for x in xs) / count
    return list(jax.device_get([(x - mean) / jnp.sqrt(variance + 1e-12) for x in xs]))
