"""Makes the trip twice: out, back, out, double, back."""
# caught-by: test_device_get_is_called_once_on_x
# says: more than once
# keeps: 8

import jax
import jax.numpy as jnp


def host_roundtrip(x):
    y = jnp.asarray(jax.device_get(x))
    h = jax.device_get(y)
    return jnp.asarray(h * 2)
