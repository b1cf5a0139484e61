"""Multiplies and hopes."""
# caught-by: test_by_numpy_scalars, test_by_jax_scalars, test_under_jit, test_with_64_bit_types_on
# says: another dtype; np.float32
# keeps: 2


def scale(x, k):
    return x * k
