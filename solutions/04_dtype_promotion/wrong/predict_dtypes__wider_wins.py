"""Thinks that the type with more bits wins."""
# caught-by: test_two_arrays
# says: i32 + f16; widen
# keeps: 6


def predict_dtypes():
    return {
        "f32 + 0.1": "float32",
        "bf16 * 2": "bfloat16",
        "i32 * 2.5": "float32",
        "bf16 * np.float32(2)": "float32",
        "f32 + np.float64(0.1)": "float32",
        "jnp.asarray(np.ones(2))": "float32",
        "i32 + f16": "float32",
        "bf16 + f16": "float32",
        "u8 + i8": "int16",
        "i32 / 2": "float32",
        "jnp.sum(i8)": "int32",
        "jnp.cumsum(i8)": "int8",
    }
