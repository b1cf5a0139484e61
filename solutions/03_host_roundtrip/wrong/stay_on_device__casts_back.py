"""Doubles integers as floats and casts them back, losing digits."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: int32; floats
# keeps: 5

def stay_on_device(x):
    return (x * 2.0).astype(x.dtype)
