"""Checks the values first, which has to fetch an answer."""
# caught-by: test_fetches_nothing
# says: assert; fetch
# keeps: 5

import jax.numpy as jnp


def stay_on_device(x):
    assert jnp.isfinite(x).all()
    return x * 2
