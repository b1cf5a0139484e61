"""Calls astype on k, which a Python number has not."""
# caught-by: test_by_python_numbers, test_with_64_bit_types_on
# says: AttributeError; jnp.asarray
# keeps: 6


def scale(x, k):
    return x * k.astype(x.dtype)
