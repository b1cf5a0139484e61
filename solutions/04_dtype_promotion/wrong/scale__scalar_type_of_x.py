"""Calls NumPy's scalar type of x on k, which reads it."""
# caught-by: test_by_jax_scalars, test_under_jit
# says: TypeError; jnp
# keeps: 6


def scale(x, k):
    return x * x.dtype.type(k)
