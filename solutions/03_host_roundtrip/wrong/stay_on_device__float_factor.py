"""Doubles by a Python float, which turns integers into floats."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype; int32; integer 2
# keeps: 5

def stay_on_device(x):
    return x * 2.0
