"""Returns a Python list."""
# caught-by: test_doubles_and_keeps_shape_and_dtype, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: not an array
# keeps: 4

import jax


def host_roundtrip(x):
    h = jax.device_get(x)
    return [v * 2 for v in h.tolist()]
