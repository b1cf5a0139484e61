"""Doubles, as the first exercise did."""
# caught-by: test_f_is_called_once_with_the_whole_array, test_returns_what_f_made
# says: never called
# keeps: 4

import jax


def roundtrip_like(x, f):
    return jax.device_put(jax.device_get(x) * 2, x.sharding)
