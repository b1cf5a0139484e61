"""Adds up in a Python list, which knows no dtype when it is empty."""
# caught-by: test_stays_on_the_device, test_of_nothing
# says: data left
# keeps: 6

import itertools

import jax.numpy as jnp


def running_total(x):
    return jnp.array(list(itertools.accumulate(x.tolist())))
