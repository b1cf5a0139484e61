"""Writes jnp's own types, as in jnp.float32."""

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
