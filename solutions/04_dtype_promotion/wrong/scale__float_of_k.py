"""Makes a Python float of k, which reads it."""
# caught-by: test_under_jit
# says: ConcretizationTypeError; dtype
# keeps: 8


def scale(x, k):
    return x * float(k)
