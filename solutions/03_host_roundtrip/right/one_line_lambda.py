"""One line, as a lambda."""

import jax
import jax.numpy as jnp

host_roundtrip = lambda x: jnp.asarray(2 * jax.device_get(x))  # noqa: E731
