"""Forces float32 on the way back."""
# caught-by: test_doubles_and_keeps_shape_and_dtype
# says: dtype
# keeps: 7

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    h = jax.device_get(x)
    return jnp.asarray(h * 2, dtype=jnp.float32)
