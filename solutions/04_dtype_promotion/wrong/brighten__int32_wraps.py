"""Widens to int32 and forgets that int32 has an end as well."""
# caught-by: test_takes_any_int32
# says: int32; ends
# keeps: 6

import jax.numpy as jnp


def brighten(img, delta):
    return jnp.clip(img.astype(jnp.int32) + delta, 0, 255).astype(jnp.uint8)
