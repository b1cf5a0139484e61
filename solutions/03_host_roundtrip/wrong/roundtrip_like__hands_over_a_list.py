"""Hands f Python numbers."""
# caught-by: test_f_is_called_once_with_the_whole_array
# says: np.ndarray
# keeps: 6

import jax


def roundtrip_like(x, f):
    return jax.device_put(f(x.tolist()), x.sharding)
