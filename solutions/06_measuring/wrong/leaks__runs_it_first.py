"""Calls f once to be sure that it works."""
# caught-by: test_traces_f_and_never_runs_it
# says: run and not only traced
# keeps: 7

import jax


def leaks(f, x):
    try:
        f(x)
        jax.eval_shape(f, x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
    return False
