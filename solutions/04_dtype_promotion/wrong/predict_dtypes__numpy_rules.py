"""Predicts what NumPy would do."""
# caught-by: test_arrays_with_python_numbers, test_numpy_scalars_and_64_bit_data, test_two_arrays, test_operations_with_a_say
# says: i32 * 2.5; default
# keeps: 0


def predict_dtypes():
    return {
        "f32 + 0.1": "float32",
        "bf16 * 2": "bfloat16",
        "i32 * 2.5": "float64",
        "bf16 * np.float32(2)": "float32",
        "f32 + np.float64(0.1)": "float64",
        "jnp.asarray(np.ones(2))": "float64",
        "i32 + f16": "float64",
        "bf16 + f16": "float32",
        "u8 + i8": "int16",
        "i32 / 2": "float64",
        "jnp.sum(i8)": "int64",
        "jnp.cumsum(i8)": "int64",
    }
