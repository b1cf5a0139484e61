"""Lets math.fsum be even more exact."""

import math


def precise_sum(x):
    return math.fsum(x.ravel().tolist())
