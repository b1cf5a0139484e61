"""Doubles and forgets to return."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_fetches_nothing, test_stays_on_x_s_device
# says: return
# keeps: 0

def stay_on_device(x):
    x = x * 2
