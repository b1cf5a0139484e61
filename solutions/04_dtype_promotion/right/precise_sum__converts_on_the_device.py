"""Converts inside the with block, and reads the sum outside."""

import jax


def precise_sum(x):
    with jax.enable_x64(True):
        total = x.astype("float64").sum()
    return float(total)
