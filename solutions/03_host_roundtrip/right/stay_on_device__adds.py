"""Adds x to itself."""


def stay_on_device(x):
    return x + x
