"""Gives jnp.float32 and the like, which are scalar types and not dtypes or names."""
# caught-by: test_arrays_with_python_numbers, test_numpy_scalars_and_64_bit_data, test_two_arrays, test_operations_with_a_say
# says: names no dtype
# keeps: 0

import jax.numpy as jnp


def predict_dtypes():
    return {
        "f32 + 0.1": jnp.float32,
        "bf16 * 2": jnp.bfloat16,
        "i32 * 2.5": jnp.float32,
        "bf16 * np.float32(2)": jnp.float32,
        "f32 + np.float64(0.1)": jnp.float32,
        "jnp.asarray(np.ones(2))": jnp.float32,
        "i32 + f16": jnp.float16,
        "bf16 + f16": jnp.float32,
        "u8 + i8": jnp.int16,
        "i32 / 2": jnp.float32,
        "jnp.sum(i8)": jnp.int32,
        "jnp.cumsum(i8)": jnp.int8,
    }
