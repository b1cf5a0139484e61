"""Only wraps f, which traces nothing."""
# caught-by: test_finds_every_kind_of_read, test_lets_other_errors_through, test_traces_f_and_never_runs_it
# says: was not found to leak
# keeps: 2

import jax


def leaks(f, x):
    try:
        jax.jit(f)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
    return False
