"""Reads the dtype off a jaxpr."""

import jax
import numpy as np


def join(a, b):
    recorded = jax.make_jaxpr(lambda x, y: x * y)(np.zeros((), a), np.zeros((), b))
    return recorded.out_avals[0].dtype
