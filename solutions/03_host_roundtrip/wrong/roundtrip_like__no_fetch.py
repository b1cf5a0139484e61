"""Hands x itself to f."""
# caught-by: test_f_is_called_once_with_the_whole_array
# says: jax.Array; host
# keeps: 6

import jax


def roundtrip_like(x, f):
    return jax.device_put(f(x), x.sharding)
