"""Uses NumPy on a tracer."""
# caught-by: test_computes_the_polynomial, test_stays_on_the_device_of_x_in_float32, test_a_warm_call_moves_nothing, test_a_warm_call_traces_nothing
# says: TracerArrayConversionError; jnp
# keeps: 0

import jax
import numpy as np


@jax.jit
def poly(x):
    return 3 * np.square(x) + 2 * x - 1
