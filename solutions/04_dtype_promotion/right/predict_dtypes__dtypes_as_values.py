"""Gives dtypes for names, and one entry more than asked for."""

import jax.numpy as jnp


def predict_dtypes():
    return {
        "f32 + 0.1": jnp.dtype("float32"),
        "bf16 * 2": jnp.dtype("bfloat16"),
        "i32 * 2.5": jnp.dtype("float32"),
        "bf16 * np.float32(2)": jnp.dtype("float32"),
        "f32 + np.float64(0.1)": jnp.dtype("float32"),
        "jnp.asarray(np.ones(2))": jnp.dtype("float32"),
        "i32 + f16": jnp.dtype("float16"),
        "bf16 + f16": jnp.dtype("float32"),
        "u8 + i8": jnp.dtype("int16"),
        "i32 / 2": jnp.dtype("float32"),
        "jnp.sum(i8)": jnp.dtype("int32"),
        "jnp.cumsum(i8)": jnp.dtype("int8"),
        "u16 * 3": jnp.dtype("uint16"),
    }
