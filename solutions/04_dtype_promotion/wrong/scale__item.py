"""Calls item on k, which a Python number has not."""
# caught-by: test_by_python_numbers, test_under_jit, test_with_64_bit_types_on
# says: AttributeError; item
# keeps: 4


def scale(x, k):
    return x * k.item()
