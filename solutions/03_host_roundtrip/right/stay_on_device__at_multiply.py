"""Uses the indexed update."""


def stay_on_device(x):
    return x.at[:].multiply(2)
