"""Makes x0 a float32 on the host, wherever it was."""
# caught-by: test_keeps_the_carry_on_the_device
# says: through the host
# keeps: 8

import jax
import numpy as np


def iterate(step, x0, n):
    x = jax.device_put(np.asarray(x0, np.float32))
    for _ in range(n):
        x = step(x)
    return x
