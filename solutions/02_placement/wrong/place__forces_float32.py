"""Makes everything float32."""
# caught-by: test_makes_one_array_of_jax_dtype
# says: dtype; int32
# keeps: 8

import jax
import jax.numpy as jnp


def place(x, device=None):
    return jax.device_put(jnp.asarray(x, dtype=jnp.float32), device)
