"""Takes the dtype that would hold the value as well."""
# caught-by: test_keeps_the_dtype
# says: dtype; int32
# keeps: 8

import jax.numpy as jnp
import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x, np.result_type(x.dtype, np.asarray(value).dtype))
    h[index] = value
    return jnp.asarray(h)
