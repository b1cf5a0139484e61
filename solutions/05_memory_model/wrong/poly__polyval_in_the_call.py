"""Makes the coefficients on the host, in every call."""
# caught-by: test_a_warm_call_moves_nothing
# says: host to the device
# keeps: 7

import jax.numpy as jnp


def poly(x):
    return jnp.polyval(jnp.array([3.0, 2.0, -1.0]), x)
