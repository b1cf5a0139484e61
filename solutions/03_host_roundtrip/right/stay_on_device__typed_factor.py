"""Doubles by a factor of x's own dtype."""


def stay_on_device(x):
    return x * x.dtype.type(2)
