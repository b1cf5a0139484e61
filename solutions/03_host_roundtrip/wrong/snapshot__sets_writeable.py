"""Tries to open the window for writing."""
# caught-by: test_is_a_numpy_array_of_x_s_values, test_keeps_the_dtype, test_can_be_written_to, test_is_independent_of_x
# says: ValueError; read-only; copy
# keeps: 0

import jax


def snapshot(x):
    h = jax.device_get(x)
    h.flags.writeable = True
    return h
