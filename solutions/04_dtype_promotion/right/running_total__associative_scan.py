"""Uses the parallel scan of lax."""

import jax
import jax.numpy as jnp


def running_total(x):
    return jax.lax.associative_scan(jnp.add, x.astype(jnp.int32))
