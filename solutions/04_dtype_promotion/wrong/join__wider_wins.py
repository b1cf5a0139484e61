"""Takes the one with more bits."""
# caught-by: test_joins_integers, test_has_int32_where_int64_would_be, test_an_integer_never_widens_a_float, test_joins_floats, test_joins_booleans_and_equal_dtypes
# says: meet; sign
# keeps: 2


def join(a, b):
    return a if a.itemsize >= b.itemsize else b
