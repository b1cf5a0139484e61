"""Copies and does not push."""
# caught-by: test_pushes_values_and_dtype, test_later_writes_do_not_show, test_arrives_uncommitted_on_the_default_device
# says: NumPy array; push
# keeps: 2

def safe_push(a):
    return a.copy()
