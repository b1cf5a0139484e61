"""Returns the twelve names without their keys."""
# caught-by: test_arrays_with_python_numbers, test_numpy_scalars_and_64_bit_data, test_two_arrays, test_operations_with_a_say
# says: a list; dict
# keeps: 0


def predict_dtypes():
    return [
        "float32",
        "bfloat16",
        "float32",
        "float32",
        "float32",
        "float32",
        "float16",
        "float32",
        "int16",
        "float32",
        "int32",
        "int8",
    ]
