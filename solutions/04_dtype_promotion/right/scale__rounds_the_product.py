"""Multiplies in whatever type, and rounds afterwards."""


def scale(x, k):
    return (x * k).astype(x.dtype)
