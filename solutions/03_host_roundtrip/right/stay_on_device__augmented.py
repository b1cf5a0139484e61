"""Rebinds the name x; the array itself stays."""


def stay_on_device(x):
    x *= 2
    return x
