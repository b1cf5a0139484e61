"""Names the kinds, without a width."""
# caught-by: test_arrays_with_python_numbers, test_numpy_scalars_and_64_bit_data, test_two_arrays, test_operations_with_a_say
# says: names no dtype
# keeps: 0


def predict_dtypes():
    return {
        "f32 + 0.1": "float",
        "bf16 * 2": "bfloat",
        "i32 * 2.5": "float",
        "bf16 * np.float32(2)": "float",
        "f32 + np.float64(0.1)": "float",
        "jnp.asarray(np.ones(2))": "float",
        "i32 + f16": "float",
        "bf16 + f16": "float",
        "u8 + i8": "int",
        "i32 / 2": "float",
        "jnp.sum(i8)": "int",
        "jnp.cumsum(i8)": "int",
    }
