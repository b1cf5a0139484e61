"""Leaves weak numbers alone and converts what has a dtype."""


def scale(x, k):
    if hasattr(k, "dtype"):
        k = k.astype(x.dtype)
    return x * k
