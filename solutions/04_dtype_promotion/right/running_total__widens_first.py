"""Widens, then sums."""


def running_total(x):
    return x.astype("int32").cumsum()
